local burst = tonumber(ARGV[1])
local interval = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local tat = redis.call('GET', KEYS[1])
if tat then
  tat = math.max(tonumber(tat), now)
else
  tat = now
end

local allow_at = tat + interval - burst * interval
if allow_at > now then
  return {0, allow_at - now}
end
redis.call('SET', KEYS[1], string.format('%.0f', tat + interval), 'PX', math.ceil(tat + interval - now))
return {1, 0}
