redis.call('HSET', KEYS[1], 'id', ARGV[1])
redis.call('LPUSH', KEYS[2], ARGV[1])
return 1
