local epoch = 9007199254740993 -- want number-precision
local n = redis.call('HSET', KEYS[1], 'epoch', epoch)
local last = 9007199254740992
return n + redis.call('HSET', KEYS[1], 'next', last + 1) -- want number-precision
