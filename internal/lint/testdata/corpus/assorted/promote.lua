local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, tonumber(ARGV[1]))
for i = 1, #ids do
  local id = ids[i]
  redis.call('ZREM', KEYS[1], id)
  if redis.call('EXISTS', KEYS[3] .. id) == 1 then
    redis.call('LPUSH', KEYS[2], id)
    redis.call('HSET', KEYS[3] .. id, 'state', 'waiting') -- want enum-value
  end
end
return #ids
