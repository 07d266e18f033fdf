local reclaimed = {}
local ids = redis.call('LRANGE', KEYS[1], 0, -1)
for _, id in ipairs(ids) do
  if #reclaimed >= tonumber(ARGV[1]) then break end
  if redis.call('EXISTS', KEYS[3] .. id) == 0 then
    redis.call('LREM', KEYS[1], 1, id)
    redis.call('RPUSH', KEYS[2], id)
    reclaimed[#reclaimed + 1] = id
  end
end
return reclaimed
