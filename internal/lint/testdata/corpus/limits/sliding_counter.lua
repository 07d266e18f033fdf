local current = tonumber(redis.call('GET', KEYS[1])) or 0
local last = tonumber(redis.call('GET', KEYS[2])) or 0
local weight = 1 - tonumber(ARGV[2])
if last * weight + current >= tonumber(ARGV[1]) then
  return 0
end
redis.call('INCR', KEYS[1])
return 1
