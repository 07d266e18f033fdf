local key = KEYS[1]
if redis.call('EXISTS', key) ~= 1 then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 0
end
for i = 3, #ARGV, 2 do
  redis.call('HSET', key, ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', key, tonumber(ARGV[2]))
redis.call('ZADD', KEYS[2], 'XX', redis.call('TIME')[1], ARGV[1])
return 1
