local t = redis.call('TIME')
local id = t[1] * 1000000 + t[2] .. '-0' -- want number-text
return redis.call('XADD', KEYS[1], id, 'd', ARGV[1])
