local from = tonumber(ARGV[1])
local rows = redis.call('ZRANGE', KEYS[1], from, from + ARGV[2] - 1, 'REV', 'WITHSCORES') -- want arg-arithmetic
local out = {}
for i = 1, #rows, 2 do
  out[#out + 1] = {rows[i], redis.call('HGET', KEYS[2], rows[i]), rows[i + 1]}
end
return out
