local now = redis.call('TIME')[1] * 1000
local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[1]), 'LIMIT', 0, 1000)
local rows = {}
for i, id in ipairs(old) do
  rows[i] = KEYS[2] .. id
end
for i = 1, #rows, 500 do
  redis.call('DEL', unpack(rows, i, math.min(i + 499, #rows)))
end
if #old > 0 then
  redis.call('ZREM', KEYS[1], unpack(old))
end
return #old
