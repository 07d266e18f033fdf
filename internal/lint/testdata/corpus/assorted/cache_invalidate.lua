local members = redis.call('SMEMBERS', KEYS[1])
local n = 0
for _, m in pairs(members) do
  n = n + redis.call('DEL', KEYS[2] .. m)
end
redis.call('DEL', KEYS[1])
return n
