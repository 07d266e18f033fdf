local limit = tonumber(ARGV[1])
if limit > 500 then limit = 500 end
local due = redis.call('ZRANGE', KEYS[1], 0, limit - 1)
if #due == 0 then return 0 end
return redis.call('ZREM', KEYS[1], unpack(due))
