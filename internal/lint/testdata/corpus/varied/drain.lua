local n = 0
while true do
  local id = redis.call('LPOP', KEYS[1])
  if not id then break end
  redis.call('DEL', KEYS[2] .. id)
  n = n + 1
end
return n
