local row = {state = 'open', tries = 0, payload = ARGV[1], mode = ARGV[2], note = 'new'}
local n = 0
for field, value in pairs(row) do
  n = n + redis.call('HSET', KEYS[1], field, value)
end
return n
