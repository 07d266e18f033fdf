local function pop()
  local id = redis.call('LPOP', KEYS[1])
  if not id then return nil end
  return id
end
local id = pop()
if id == nil then
  return false
end
return id
