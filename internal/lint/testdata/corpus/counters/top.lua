local last = tonumber(ARGV[1]) - 1
return redis.call('ZREVRANGE', KEYS[1], 0, last, 'WITHSCORES')
