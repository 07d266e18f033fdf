local seen, out = {}, {}
local function walk(id)
  if seen[id] then return end
  seen[id] = true
  for _, c in ipairs(redis.call('SMEMBERS', KEYS[1] .. id)) do walk(c) end
  out[#out + 1] = id
end
walk(ARGV[1])
return out
