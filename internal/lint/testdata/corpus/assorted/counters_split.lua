return redis.call('INCR', KEYS[1]) + redis.call('INCR', KEYS[2])
