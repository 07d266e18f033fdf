local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
while true do
  local first = redis.call('lindex', KEYS[2], 0)
  if first == false then break end
  local timeout = tonumber(redis.call('zscore', KEYS[3], first) or '0')
  if timeout <= now then
    redis.call('zrem', KEYS[3], first)
    redis.call('lpop', KEYS[2])
  else
    break
  end
end
if redis.call('hlen', KEYS[1]) == 0 and (redis.call('llen', KEYS[2]) == 0 or redis.call('lindex', KEYS[2], 0) == ARGV[1]) then
  redis.call('lpop', KEYS[2])
  redis.call('zrem', KEYS[3], ARGV[1])
  redis.call('hset', KEYS[1], ARGV[1], 1)
  return 1
end
redis.call('zadd', KEYS[3], now + tonumber(ARGV[2]), ARGV[1])
redis.call('rpush', KEYS[2], ARGV[1])
return 0
