local key = string.format('bull:{%s}:job:%s', ARGV[1], ARGV[2])
redis.call('HSET', key, 'name', ARGV[2]) -- want key-argv
return redis.call('RPUSH', KEYS[1], ARGV[2])
