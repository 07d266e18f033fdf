local used = tonumber(redis.call('GET', KEYS[1]) or '0')
return {used, used / tonumber(ARGV[1])} -- want reply-float
