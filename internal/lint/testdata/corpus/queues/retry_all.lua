local ids = redis.call('ZRANGE', KEYS[1], 0, 499)
for _, id in ipairs(ids) do
  redis.call('HSET', KEYS[3] .. id, 'state', 'waiting', 'tries', '0')
  redis.call('LPUSH', KEYS[2], id)
  redis.call('ZREM', KEYS[1], id)
end
return #ids
