local id = ARGV[1]
if redis.call('LREM', KEYS[2], 1, id) == 0 then
  return redis.error_reply('GONE ' .. id .. ' is not active')
end
local n = redis.call('HINCRBY', KEYS[3], 'attempts', 1)
if n >= tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[3], 'state', 'failed')
  return 'dead'
end
redis.call('RPUSH', KEYS[1], id)
return 'retried'
