return redis.call('HSET', KEYS[1], 'st', 'a', 'n', ARGV[2])
