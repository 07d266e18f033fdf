local removed = redis.call('DEL', KEYS[1])
redis.call('LREM', KEYS[2], 0, ARGV[1])
for i = 3, 4 do
  redis.call('ZREM', KEYS[i], ARGV[1])
end
return removed
