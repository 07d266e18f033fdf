local dropped = 0
local limit = tonumber(ARGV[1])
while dropped < limit do
  local id = redis.call('LPOP', KEYS[1])
  if not id then
    break
  end
  redis.call('DEL', KEYS[2] .. id)
  dropped = dropped + 1
end
return dropped
