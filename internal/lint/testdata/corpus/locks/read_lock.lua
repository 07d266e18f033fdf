local writer = redis.call('GET', KEYS[2])
if writer and writer ~= ARGV[1] then
  return 0
end
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
return 1
