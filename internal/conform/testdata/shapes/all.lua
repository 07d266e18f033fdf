local m = redis.call('SMEMBERS', KEYS[1])
table.sort(m)
local out = {}
for i, v in ipairs(m) do
  out[#out + 1] = v
  out[#out + 1] = tostring(#v)
end
return out
