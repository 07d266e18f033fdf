local user = redis.call('HGET', KEYS[1], 'user')
if not user then
  return nil
end
local t = redis.call('TIME')
redis.call('HSET', KEYS[1], 'seen', string.format('%.0f', t[1] * 1000 + math.floor(t[2] / 1000)))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return {user, redis.call('HINCRBY', KEYS[1], 'uses', 1)}
