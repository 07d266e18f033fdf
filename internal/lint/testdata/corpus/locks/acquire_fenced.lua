local ok = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
if not ok then
  return false
end
return redis.call('INCR', KEYS[2])
