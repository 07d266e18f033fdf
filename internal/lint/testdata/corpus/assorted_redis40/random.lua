local m = redis.call('SRANDMEMBER', KEYS[1]) -- want random-before-write
if not m then return '' end
redis.call('INCR', KEYS[2])
return m
