local n = #KEYS
redis.call('HSET', KEYS[n - 1], 'state', 'wait')
return redis.call('LPUSH', KEYS[n], ARGV[n - 1])
