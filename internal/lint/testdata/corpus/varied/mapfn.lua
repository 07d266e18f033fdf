local function map(f, ...)
  local out = {}
  for i = 1, select('#', ...) do out[i] = f((select(i, ...))) end
  return out
end
return map(function(id) return redis.call('HGET', KEYS[1] .. id, 'name') or '' end, unpack(ARGV)) -- want unpack-unbounded
