local owner = redis.call('HGET', KEYS[1], ARGV[1])
if owner then
  redis.call('HDEL', KEYS[1], ARGV[1])
  return owner
end
return false
