redis.setresp(3)
local all = redis.call('HGETALL', KEYS[1])
local n = 0
for k, v in pairs(all['map']) do
  if k ~= ARGV[1] then n = n + tonumber(v) end
end
return n + redis.call('ZCARD', KEYS[2])
