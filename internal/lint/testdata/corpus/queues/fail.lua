local tries = tonumber(redis.call('HGET', KEYS[1], 'tries'))
if not tries then
  return redis.error_reply('QMISSING no job ' .. ARGV[1])
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[1], 'reason', ARGV[2])
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000
if tries < tonumber(ARGV[3]) then
  local wait = tonumber(ARGV[4]) * math.pow(2, tries - 1)
  redis.call('HSET', KEYS[1], 'state', 'delayed')
  redis.call('ZADD', KEYS[3], now + wait, ARGV[1])
  return 'delayed'
end
redis.call('HSET', KEYS[1], 'state', 'failed')
redis.call('ZADD', KEYS[4], now, ARGV[1])
return 'failed'
