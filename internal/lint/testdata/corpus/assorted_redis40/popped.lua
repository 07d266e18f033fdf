local id = redis.call('SPOP', KEYS[1]) -- want random-before-write
if not id then return false end
redis.call('SADD', KEYS[1], id .. ':seen')
return id
