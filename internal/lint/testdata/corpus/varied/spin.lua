repeat -- want loop-unbounded
  local ok = redis.call('SET', KEYS[1], ARGV[1], 'NX')
until ok
return 1
