local out = {}
while #out < 10 do
  local id = redis.call('RPOP', KEYS[1])
  if not id then break end
  table.insert(out, 1, id)
end
return out
