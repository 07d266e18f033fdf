redis.call('ZADD', KEYS[1], ARGV[3], ARGV[2])
local over = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[1])
if over <= 0 then return {1, false} end
local out = redis.call('ZPOPMIN', KEYS[1])
local gone = out[1]
return {gone == ARGV[2] and 0 or 1, gone}
