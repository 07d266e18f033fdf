local fresh = redis.call('PFADD', KEYS[1], ARGV[1])
return {fresh, redis.call('INCR', KEYS[2])}
