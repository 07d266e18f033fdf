redis.pcall('LREM', KEYS[1], 0, ARGV[1]) -- want error-dropped
pcall(redis.call, 'ZADD', KEYS[2], 0, ARGV[1]) -- want error-dropped
return 1
