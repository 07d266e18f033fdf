return redis.call('ZRANGESTORE', KEYS[1], KEYS[2], 0, 99) -- want command-version
