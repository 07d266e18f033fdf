local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
local tags = redis.call('ZREVRANGEBYSCORE', KEYS[2], now, 0, 'LIMIT', 0, ARGV[1])
local restored = 0
for _, tag in ipairs(tags) do
  local payload = redis.call('HGET', KEYS[1], tag)
  if payload then
    local msg = cjson.decode(payload)
    redis.call('RPUSH', KEYS[3], cjson.encode(msg[1]))
    redis.call('HDEL', KEYS[1], tag)
    restored = restored + 1
  end
  redis.call('ZREM', KEYS[2], tag)
end
return restored
