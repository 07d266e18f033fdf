local n = redis.call('INCR', KEYS[1])
redis.call('HSET', KEYS[2], 'last', ARGV[1])
local ts = math.floor(tonumber(ARGV[1]) / 4194304) + 1704067200000
return tostring(ts) .. '-' .. n
