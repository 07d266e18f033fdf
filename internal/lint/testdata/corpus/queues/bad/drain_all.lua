local ids = redis.call('LRANGE', KEYS[1], 0, -1)
local rows = {}
for i, id in ipairs(ids) do
  rows[i] = KEYS[2] .. id
end
redis.call('DEL', KEYS[1], unpack(rows)) -- want unpack-unbounded
redis.call('DEL', KEYS[2]) -- want key-root
return #ids / 2 -- want reply-float
