return redis.call('LRANGE', KEYS[1], 0, (tonumber(ARGV[1]) or 0) - 1)
