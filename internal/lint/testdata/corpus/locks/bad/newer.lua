redis.call('HEXPIRE', KEYS[2], 60, 'FIELDS', 1, 'owner') -- want command-version command-version
redis.call('DELIFEQ', KEYS[1], ARGV[1]) -- want command-version command-version
return server.call('GET', KEYS[1]) -- want api-missing
