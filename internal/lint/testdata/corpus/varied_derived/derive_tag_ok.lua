return redis.call('SADD', KEYS[1] .. ':owners', ARGV[1])
