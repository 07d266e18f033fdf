return redis.call('GETDEL', KEYS[1]) -- want command-version
