local seconds = tonumber(redis.call('TIME')[1])
local bucket = math.floor(seconds / tonumber(ARGV[1]))
return redis.call('HINCRBY', KEYS[1], bucket, 1)
