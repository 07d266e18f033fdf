redis.call('SADD', 'resque:queues', ARGV[1]) -- want key-literal
return redis.call('RPUSH', 'resque:queue:' .. ARGV[1], ARGV[2]) + redis.call('LLEN', KEYS[1]) -- want key-argv
