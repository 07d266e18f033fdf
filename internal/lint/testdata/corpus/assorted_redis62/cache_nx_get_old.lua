return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'GET', 'EX', ARGV[2]) -- want command-version
