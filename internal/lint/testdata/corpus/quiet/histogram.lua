local v = tonumber(ARGV[1])
local bucket = #ARGV
for i = 2, #ARGV do
  if v <= tonumber(ARGV[i]) then
    bucket = i - 1
    break
  end
end
return redis.call('HINCRBY', KEYS[1], tostring(bucket), 1)
