local row = redis.call('HMGET', KEYS[1], 'tries', 'note')
local n = row[1] + 1 -- want missing-used
return n + #row[2] -- want missing-used
