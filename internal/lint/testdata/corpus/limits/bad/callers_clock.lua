local now = tonumber(ARGV[1])
local from = now - tonumber(ARGV[2]) -- want caller-clock
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, from) -- want caller-clock
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('ZADD', KEYS[1], now, now) -- want caller-clock
return 1
