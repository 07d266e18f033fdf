local flat = redis.call('HGETALL', KEYS[1])
if #flat == 0 then
  return nil
end
local row = {}
for i = 1, #flat, 2 do
  row[flat[i]] = flat[i + 1]
end
row.version = 1
return cjson.encode(row)
