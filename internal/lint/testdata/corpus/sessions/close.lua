redis.call('ZREM', KEYS[2], ARGV[1])
if redis.call('DEL', KEYS[1]) == 0 then
  return 0
end
redis.call('SADD', KEYS[3], ARGV[1])
return 1
