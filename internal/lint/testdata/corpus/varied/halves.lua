local half = tonumber(ARGV[1]) / 2
local n = redis.call('INCRBY', KEYS[1], math.ceil(half))
return n * 0.5 -- want reply-float
