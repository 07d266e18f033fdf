local from = tonumber(ARGV[1]) - tonumber(ARGV[2])
local n = 0
for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, 9)) do
  if tonumber(id) and tonumber(id) < from then
    n = n + 1
  end
end
return n
