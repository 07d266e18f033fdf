local t = redis.call('TIME')
local ms = t[1] * 1000 + math.floor(t[2] / 1000)
local id = bit.lshift(ms, 22) -- want number-precision
local wide = ms * 4194304 + redis.call('INCR', KEYS[1]) -- want number-precision
return tostring(wide) -- want number-text
