local w = KEYS[1]
redis.call('DEL', KEYS[2] .. ARGV[1]) -- want key-indirect
return redis.call('RPUSH', w, ARGV[1]) -- want key-indirect
