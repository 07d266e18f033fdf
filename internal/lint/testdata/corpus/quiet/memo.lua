local cache, out = {}, {}
local function name(id)
  local hit = cache[id]
  if hit == nil then
    hit = redis.call('HGET', KEYS[1] .. id, 'name') or ''
    cache[id] = hit
  end
  return hit
end
for i, id in ipairs(ARGV) do out[i] = name(id) end
return out
