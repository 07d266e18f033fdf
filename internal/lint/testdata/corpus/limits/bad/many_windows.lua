local limit = tonumber(ARGV[1])
for i = 2, #ARGV do
  local key = KEYS[1] .. ':' .. ARGV[i]
  if redis.call('INCR', key) > limit then -- want key-extended
    return 0
  end
end
return 1
