if ARGV[1] == 'yes' and redis.call('SISMEMBER', KEYS[1], ARGV[2]) == 1 then
  return -7
end
local n = 0
for i = 2, #ARGV do
  n = n + redis.call('SADD', KEYS[1], ARGV[i])
end
return n
