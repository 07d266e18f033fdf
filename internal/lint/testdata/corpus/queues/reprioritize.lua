local changed = redis.call('ZADD', KEYS[2], 'XX', 'CH', ARGV[2], ARGV[1])
if changed == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'priority', ARGV[2])
return 1
