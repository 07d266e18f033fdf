redis.call('DEL', KEYS[2])
local deleted = redis.call('DEL', KEYS[1])
if deleted then -- want truthy-zero
  return 1
end
return 0
