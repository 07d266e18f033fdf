print('looking for ' .. ARGV[1]) -- want debug-left
return redis.call('GET', 'c:' .. ARGV[1]) or redis.call('GET', KEYS[1])
