local n = 0
local cursor = '0'
repeat
  local page = redis.call('SCAN', cursor, 'MATCH', ARGV[1]) -- want keyspace-scan
  cursor = page[1]
  for _, key in ipairs(page[2]) do
    redis.call('DEL', key) -- want key-data
    n = n + 1
  end
until cursor == '0'
redis.call('HDEL', KEYS[1], 'paused')
return n
