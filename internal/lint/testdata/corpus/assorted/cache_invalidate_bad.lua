local members = redis.call('SMEMBERS', KEYS[1])
if #members == 0 then return 0 end
return redis.call('DEL', KEYS[1], unpack(members)) -- want unpack-unbounded key-data
