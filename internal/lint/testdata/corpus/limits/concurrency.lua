local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local free = tonumber(ARGV[1]) - redis.call('ZCOUNT', KEYS[1], now, '+inf')
if free <= 0 and not redis.call('ZSCORE', KEYS[1], ARGV[2]) then
  return 0
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
return 1
