local points = redis.call('ZINCRBY', KEYS[1], ARGV[2], ARGV[1])
redis.call('LPUSH', KEYS[2], ARGV[1] .. '=' .. points)
redis.call('LTRIM', KEYS[2], 0, 99)
return {redis.call('ZREVRANK', KEYS[1], ARGV[1]), points}
