local t = redis.call('TIME')
local slots = tonumber(ARGV[2])
local cur = math.floor(t[1] / 10) % slots
local all = redis.call('HGETALL', KEYS[1])
local total = 0
for i = 1, #all, 2 do
  if tonumber(all[i]) ~= cur then total = total + tonumber(all[i + 1]) end
end
if total >= tonumber(ARGV[1]) then return {0, total} end
redis.call('HINCRBY', KEYS[1], cur, 1)
return {1, total + 1}
