local row = {state = 'ajar', tries = 'none', playload = ARGV[1]}
local n = 0
for field, value in pairs(row) do
  n = n + redis.call('HSET', KEYS[1], field, value) -- want enum-value field-value field-undeclared
end
return n
