redis.call('LPUSH', KEYS[1], ARGV[1]) -- want key-type
redis.call('SET', KEYS[2]) -- want command-arity
return redis.call('HLEN', KEYS[1]) -- want key-type
