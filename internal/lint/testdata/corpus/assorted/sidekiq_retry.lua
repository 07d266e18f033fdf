local n = 0
local due = redis.call("zrange", KEYS[1], "-inf", ARGV[1], "byscore", "limit", 0, 100) -- want caller-clock
for _, payload in ipairs(due) do
  if redis.call("zrem", KEYS[1], payload) > 0 then
    redis.call("lpush", KEYS[2], payload)
    n = n + 1
  end
end
return n
