for i = 1, #KEYS do
  local used = tonumber(redis.call('GET', KEYS[i]) or 0)
  if used >= tonumber(ARGV[i]) then return 0 end
end
for i = 1, #KEYS do
  if redis.call('INCR', KEYS[i]) == 1 then
    redis.call('EXPIRE', KEYS[i], 60)
  end
end
return 1
