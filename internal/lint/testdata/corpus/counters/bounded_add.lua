local by, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(redis.call('GET', KEYS[1]) or '0')
if now + by > most then
  return nil
end
return redis.call('INCRBY', KEYS[1], by)
