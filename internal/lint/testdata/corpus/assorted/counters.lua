local by = tonumber(ARGV[1])
if not by then by = 1 end
local function map(t, f)
  local out = {}
  for i, v in ipairs(t) do out[i] = f(v, i) end
  return out
end
return map(KEYS, function(k) return redis.call('INCRBY', k, by) end)
