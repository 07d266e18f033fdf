local v = redis.call('GETDEL', KEYS[1])
redis.call('SREM', KEYS[2], ARGV[1])
return v
