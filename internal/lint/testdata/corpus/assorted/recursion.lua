local function remove(id, depth)
  if depth > 32 then return 0 end
  local n = 0
  for _, child in ipairs(redis.call('SMEMBERS', KEYS[1] .. id)) do
    n = n + remove(child, depth + 1)
  end
  redis.call('DEL', KEYS[1] .. id)
  return n + redis.call('DEL', KEYS[2] .. id)
end
return remove(ARGV[1], 0)
