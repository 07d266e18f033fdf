return redis.call('HSET', KEYS[1], 'state', ARGV[1]) -- want enum-value
