redis.call('HSET', KEYS[1], 'data', ARGV[2])
if redis.call('EXISTS', KEYS[1]) == 1 then -- want existence-after-write
  return 0
end
redis.call('LPUSH', KEYS[2], ARGV[1])
return 1
