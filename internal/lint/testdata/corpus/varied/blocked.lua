local r = redis.call('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', 10, 'STREAMS', KEYS[1], '>')
if not r then return nil end
local out = {}
for _, entry in ipairs(r[1][2]) do
  out[#out + 1] = entry[1]
  for j = 2, #entry[2], 2 do out[#out + 1] = entry[2][j] end
end
return out
