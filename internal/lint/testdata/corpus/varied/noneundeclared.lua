return redis.call('LPOP', KEYS[1]) -- want reply-undeclared
