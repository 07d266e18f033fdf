local s, us = unpack(redis.call('TIME'))
local now = tonumber(s) * 1000 + math.floor(tonumber(us) / 1000)
local dead = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', now), 'LIMIT', 0, 100)
if #dead > 0 then
  redis.call('ZREM', KEYS[1], unpack(dead))
  redis.call('HDEL', KEYS[2], unpack(dead))
end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return {redis.call('ZCARD', KEYS[1]), dead}
