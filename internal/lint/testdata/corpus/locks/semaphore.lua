local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held = redis.call('ZCARD', KEYS[1])
if held >= tonumber(ARGV[1]) then
  return nil
end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
return held + 1
