local limit = tonumber(ARGV[1])
if limit < 500 then limit = 500 end
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '+inf', 'LIMIT', 0, limit)
if #due == 0 then return 0 end
return redis.call('ZREM', KEYS[1], unpack(due)) -- want unpack-unbounded
