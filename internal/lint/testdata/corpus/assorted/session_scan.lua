local cursor = '0'
local n = 0
repeat
  local res = redis.call('SCAN', cursor, 'MATCH', 'sess:' .. ARGV[1] .. ':*', 'COUNT', 100) -- want keyspace-scan
  cursor = res[1]
  for _, k in ipairs(res[2]) do
    redis.call('DEL', k) -- want key-data
    n = n + 1
  end
until cursor == '0'
redis.call('DEL', KEYS[1])
return n
