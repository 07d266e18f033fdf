local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local tokens = redis.call('HGET', KEYS[1], 'tokens') or ARGV[2]
local filled = tokens + ARGV[1] -- want arg-arithmetic arg-arithmetic
redis.call('HSET', KEYS[1], 'tokens', filled)
redis.call('HSET', KEYS[1], 'stamp', '' .. now) -- want number-text
return filled -- want reply-float
