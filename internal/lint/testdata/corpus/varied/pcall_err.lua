local r = redis.pcall('INCR', KEYS[1])
if r.err then return redis.error_reply('WRONG ' .. r.err) end -- want refusal-undeclared
return r
