local where = redis.call('HGET', KEYS[1], ARGV[1])
if not where then return false end
return redis.call('GET', where) -- want key-data
