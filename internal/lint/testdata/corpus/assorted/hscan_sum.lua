local sum, cursor = 0, 0
repeat
  local reply = redis.call('HSCAN', KEYS[1], cursor, 'COUNT', 500)
  cursor = tonumber(reply[1])
  local kv = reply[2]
  for i = 1, #kv, 2 do
    sum = sum + (tonumber(kv[i + 1]) or 0)
  end
until cursor == 0
return math.floor(sum)
