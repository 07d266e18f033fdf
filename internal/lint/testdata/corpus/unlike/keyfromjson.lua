local spec = cjson.decode(ARGV[1])
redis.call('SET', KEYS[1], spec.value)
return redis.call('DEL', spec.key) -- want key-argv
