return redis.call('HSETNX', KEYS[1], 'by', ARGV[1])
