local n = redis.call('ZCARD', KEYS[1])
if n == 0 then
  return false
end
local middle = math.floor((n - 1) / 2)
local pair = redis.call('ZRANGE', KEYS[1], middle, middle, 'WITHSCORES')
return pair[2]
