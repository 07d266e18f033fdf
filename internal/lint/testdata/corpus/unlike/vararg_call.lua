local function push(...) return redis.call('RPUSH', KEYS[1], ...) end
local n = 0
for _, id in ipairs(ARGV) do n = push(id) end
return n
