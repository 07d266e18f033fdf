local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '+inf', 'LIMIT', 0, math.min(tonumber(ARGV[1]), 100))
if #due == 0 then return 0 end
return redis.call('ZREM', KEYS[1], unpack(due))
