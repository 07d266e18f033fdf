local left = redis.call('DECRBY', KEYS[1], ARGV[2]) -- want write-before-refusal
if left < 0 then
  redis.call('INCRBY', KEYS[1], ARGV[2])
  return redis.error_reply('BADCOUNT only ' .. left .. ' left')
end
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then -- want existence-after-write
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
