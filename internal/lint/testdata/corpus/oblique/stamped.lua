local t = redis.call('TIME')
local micros = tonumber(t[1]) * 1000000 + tonumber(t[2])
local member = table.concat({micros, ARGV[1]}, ':') -- want number-text
return redis.call('ZADD', KEYS[1], 0, member)
