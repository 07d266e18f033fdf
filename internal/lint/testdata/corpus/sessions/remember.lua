local stored = redis.call('GET', KEYS[1])
if stored then
  return {0, stored}
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {1, ARGV[1]}
