local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local left = math.min(tonumber(ARGV[1]), 500)
while left > 0 do
  local got = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 1)
  if #got == 0 then break end
  redis.call('ZREM', KEYS[1], got[1])
  redis.call('RPUSH', KEYS[2], got[1])
  left = left - 1
end
return math.min(tonumber(ARGV[1]), 500) - left
