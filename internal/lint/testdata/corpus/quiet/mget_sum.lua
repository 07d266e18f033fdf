local sum = 0
for _, v in ipairs(redis.call('MGET', unpack(KEYS))) do
  if v then sum = sum + tonumber(v) end
end
return sum
