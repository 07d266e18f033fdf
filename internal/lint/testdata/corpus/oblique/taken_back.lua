redis.call('LPUSH', KEYS[2], ARGV[1])
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then -- want existence-after-write
  redis.call('LPOP', KEYS[2])
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], '1')
return 1
