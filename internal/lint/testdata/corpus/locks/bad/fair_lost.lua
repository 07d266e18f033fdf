local first = redis.call('LPOP', KEYS[1])
redis.call('ZREM', KEYS[2], first) -- want missing-used
redis.call('ZADD', KEYS[2], 'NX', 0, ARGV[1])
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then -- want existence-after-write
  return 0
end
return 1
