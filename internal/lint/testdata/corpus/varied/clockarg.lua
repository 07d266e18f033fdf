local now = tonumber(ARGV[2])
redis.call('zremrangebyscore', KEYS[1], '-inf', now - tonumber(ARGV[3])) -- want caller-clock
if redis.call('zcard', KEYS[1]) < 5 then
  redis.call('zadd', KEYS[1], now, ARGV[1]) -- want caller-clock
  return 1
end
return 0
