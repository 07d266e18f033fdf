local row = {state = 'open', payload = ARGV[1], tires = 0}
local flat = {}
for field, value in pairs(row) do
  table.insert(flat, field)
  table.insert(flat, value)
end
return redis.call('HSET', KEYS[1], unpack(flat)) -- want field-undeclared
