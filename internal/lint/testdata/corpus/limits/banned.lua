if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
  return redis.error_reply('RLBANNED ' .. ARGV[1] .. ' is banned')
end
local n = redis.call('INCR', KEYS[2])
if n > tonumber(ARGV[2]) then
  redis.call('SADD', KEYS[1], ARGV[1])
end
return n
