return redis.call('SORT', KEYS[1], 'BY', 'q:job:*->priority', 'GET', '#') -- want key-data
