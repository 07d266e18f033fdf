if redis.call('HEXISTS', KEYS[3], 'paused') == 1 then
  return -1
end
local id = ARGV[1]
if redis.call('EXISTS', KEYS[1] .. id) == 1 then
  return 0
end
redis.call('HMSET', KEYS[1] .. id, 'data', ARGV[2])
redis.call('LPUSH', KEYS[2], id)
redis.call('LTRIM', KEYS[1] .. 'events:' .. id, -100, -1)
return 1
