local id = tonumber(ARGV[1])
redis.call('HSET', KEYS[1], 'next', tostring(id + 1)) -- want number-precision number-text
return 1
