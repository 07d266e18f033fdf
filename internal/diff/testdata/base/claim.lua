local id = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
if not id then
  return false
end
local row = KEYS[3] .. id
redis.call('ZREM', KEYS[1], id)
redis.call('HSET', row, 'state', 'active')
redis.call('ZADD', KEYS[2], 0, id)
return {id, redis.call('HGET', row, 'payload'), redis.call('HINCRBY', row, 'attempts', 1)}
