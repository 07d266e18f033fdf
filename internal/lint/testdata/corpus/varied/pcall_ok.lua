local ok, n = pcall(redis.call, 'INCR', KEYS[1])
if not ok then return false end
return n
