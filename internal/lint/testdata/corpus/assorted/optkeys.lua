local target = KEYS[#KEYS]
return redis.call('LPUSH', target, ARGV[1]) + redis.call('LLEN', KEYS[1])
