local function now()
  local t = redis.call('TIME')
  return tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
end

local delay = tonumber(ARGV[3])
if not delay or delay < 0 then
  return redis.error_reply('QLIMIT the delay is no length of time')
end
if redis.call('HSETNX', KEYS[1], 'state', 'delayed') == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'data', ARGV[2], 'tries', '0')
redis.call('ZADD', KEYS[2], now() + delay, ARGV[1])
return 1
