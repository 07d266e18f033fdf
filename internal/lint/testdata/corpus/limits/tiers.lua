local limits = {free = 60, paid = 6000}
local limit = limits[ARGV[1]] or limits.free
local n = redis.call('INCR', KEYS[1])
if n == 1 then
  redis.call('EXPIRE', KEYS[1], 60)
end
return n <= limit and 1 or 0
