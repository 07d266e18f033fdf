redis.call('INCR', KEYS[3])
if redis.call('SADD', KEYS[1], ARGV[1]) == 0 then
  return 0 -- want answer-after-write
end
redis.call('RPUSH', KEYS[2], ARGV[1])
return 1
