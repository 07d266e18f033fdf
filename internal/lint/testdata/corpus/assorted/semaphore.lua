local slots = tonumber(ARGV[2])
if slots < 1 then
  return {err = 'BADSLOTS at least one slot is needed'}
end
local s, us = unpack(redis.call('TIME'))
local now = s * 1000 + math.floor(us / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= slots then return 0 end
redis.call('ZADD', KEYS[1], 'NX', now + tonumber(ARGV[3]), ARGV[1])
return 1
