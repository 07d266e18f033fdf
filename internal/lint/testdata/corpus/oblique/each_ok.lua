for i = 1, #ARGV do
  if #ARGV[i] ~= 14 then
    return redis.error_reply('KIND ' .. ARGV[i])
  end
end
local n = 0
for _, id in ipairs(ARGV) do
  n = n + redis.call('ZADD', KEYS[1], 0, id)
end
return n
