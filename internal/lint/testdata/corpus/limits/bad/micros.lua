local t = redis.call('TIME')
local micros = t[1] * 1000000 + t[2]
redis.call('ZADD', KEYS[1], micros, ARGV[1] .. ':' .. micros) -- want number-text
print(micros) -- want debug-left
return redis.call('ZCARD', KEYS[1])
