local cutoff = tonumber(ARGV[1]) - tonumber(ARGV[2]) -- want caller-clock
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, cutoff) -- want caller-clock
if redis.call('ZCARD', KEYS[1]) < ARGV[3] then -- want type-compare
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[1]) -- want caller-clock
  return 1
end
return 0
