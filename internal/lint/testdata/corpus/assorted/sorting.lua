return redis.call('SORT', KEYS[1], 'BY', KEYS[3] .. '*->priority', 'LIMIT', 0, 100, 'STORE', KEYS[2]) -- want key-data
