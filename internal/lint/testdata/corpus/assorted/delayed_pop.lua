local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if #first == 0 or tonumber(first[2]) > now then
  return false
end
redis.call('ZREM', KEYS[1], first[1])
return first[1]
