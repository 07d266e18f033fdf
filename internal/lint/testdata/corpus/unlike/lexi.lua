return redis.call('ZRANGEBYLEX', KEYS[1], '[' .. ARGV[1], '[' .. ARGV[1] .. '\255', 'LIMIT', 0, 10)
