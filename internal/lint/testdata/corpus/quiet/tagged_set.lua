local opts = {}
if tonumber(ARGV[3]) > 0 then opts = {'EX', ARGV[3]} end
redis.call('SADD', KEYS[2], ARGV[1])
return redis.call('SET', KEYS[1], ARGV[2], unpack(opts))
