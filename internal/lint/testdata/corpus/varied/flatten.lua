local flat = redis.call('HGETALL', KEYS[1])
local out = {}
for i = 1, #flat, 2 do
  if flat[i]:sub(1, #ARGV[1]) == ARGV[1] then
    out[#out + 1] = flat[i]
    out[#out + 1] = flat[i + 1]
  end
end
return out
