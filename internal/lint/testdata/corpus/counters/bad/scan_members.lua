local found = {}
local cursor = 0
repeat
  local page = redis.call('ZSCAN', KEYS[1], cursor, 'MATCH', ARGV[1])
  cursor = tonumber(page[1])
  for i = 1, #page[2], 2 do
    found[#found + 1] = page[2][i]
  end
until cursor == 0
return found
