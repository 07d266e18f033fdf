local ok = pcall(redis.call, 'INCR', KEYS[1]) -- want error-dropped
return 1
