redis.call('SET', KEYS[1], ARGV[2])
redis.log(redis.LOG_NOTICE, 'published ' .. ARGV[1]) -- want debug-left
return redis.call('PUBLISH', ARGV[1], ARGV[2])
