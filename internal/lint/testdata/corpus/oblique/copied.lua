local row = redis.call('HGETALL', KEYS[1])
if #row == 0 then return 0 end
redis.call('HSET', KEYS[2], unpack(row)) -- want unpack-unbounded
return 1
