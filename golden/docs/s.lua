redis.call('HSET', KEYS[1], 'f', ARGV[1])
return 1
