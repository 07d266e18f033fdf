-- The old way: the prefix comes as an argument and every key is built from it.
local key = ARGV[1] .. ':job:' .. ARGV[2]
redis.call('HSET', key, 'data', ARGV[3]) -- want key-argv
redis.call('LPUSH', KEYS[1], ARGV[2])
redis.call('INCR', 'q:total') -- want key-literal
return 1
