local found = {}
for _, id in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, 99)) do
  local row = redis.call('HMGET', KEYS[2] .. id, 'kind', 'seen')
  if row[1] and row[2] then
    found[#found + 1] = {id, row[1], row[2]}
  end
end
return found
