local cmd = ARGV[1] == '1' and 'RPUSH' or 'LPUSH'
return redis.call(cmd, KEYS[1], ARGV[2])
