if ARGV[1]:sub(1, 3) ~= 'SES' or ARGV[2]:sub(1, 3) ~= 'USR' then
  return redis.error_reply('SEKIND a session of a user is opened')
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local t = redis.call('TIME')
local now = string.format('%d', t[1] * 1000 + math.floor(t[2] / 1000))
redis.call('HSET', KEYS[1], 'user', ARGV[2], 'kind', ARGV[3], 'seen', now, 'uses', 0)
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], now, ARGV[1])

-- The oldest go when there are too many.
local excess = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[4])
while excess > 0 do
  local oldest = redis.call('ZPOPMIN', KEYS[2])
  if not oldest[1] then
    break
  end
  redis.call('DEL', KEYS[3] .. oldest[1])
  excess = excess - 1
end
return 1
