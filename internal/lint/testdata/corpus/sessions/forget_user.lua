local ids = redis.call('ZRANGE', KEYS[1], 0, 999)
local rows = {}
for _, id in ipairs(ids) do
  table.insert(rows, KEYS[2] .. id)
end
if #rows == 0 then
  return 0
end
for first = 1, #rows, 100 do
  local last = math.min(first + 99, #rows)
  redis.call('UNLINK', unpack(rows, first, last))
  redis.call('SADD', KEYS[3], unpack(ids, first, last))
end
redis.call('DEL', KEYS[1])
return #ids
