local r = redis.call('HMGET', KEYS[1], 'token', 'result')
if r[1] == nil and r[2] == nil then return 1 end -- want nil-compare nil-compare
return 0
