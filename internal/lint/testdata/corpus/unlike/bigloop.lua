local cursor, n = '0-0', 0
repeat
  local r = redis.call('XAUTOCLAIM', KEYS[1], ARGV[1], 'janitor', 60000, cursor, 'COUNT', 25)
  cursor = r[1]
  for _, e in ipairs(r[2]) do
    redis.call('XACK', KEYS[1], ARGV[1], e[1])
    n = n + 1
  end
until cursor == '0-0'
return n
