local wait, active = KEYS[1], KEYS[2]
if redis.call('HGET', KEYS[3], 'paused') == '1' then return false end
local id = redis.call('LMOVE', wait, active, 'RIGHT', 'LEFT')
if id then
  redis.call('SET', KEYS[4] .. id, ARGV[1], 'PX', ARGV[2])
  redis.call('HSET', KEYS[5] .. id, 'state', 'active')
  redis.call('HINCRBY', KEYS[5] .. id, 'attempts', 1)
  return {id, redis.call('HGETALL', KEYS[5] .. id)}
end
return false
