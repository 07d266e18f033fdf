if tonumber(ARGV[2]) <= 0 then
  return -1
end
if #KEYS > 100 then
  return -2
end
for i = 2, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    return 0
  end
end
for i = 2, #KEYS do
  redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
  redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
end
return 1
