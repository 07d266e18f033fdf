local got = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
if not got then
  return false
end
return redis.call('INCR', KEYS[2])
