redis.call('GEOSEARCHSTORE', KEYS[2], KEYS[1], 'FROMLONLAT', ARGV[1], ARGV[2], 'BYRADIUS', ARGV[3], 'm', 'ASC', 'COUNT', 20, 'STOREDIST')
local found = redis.call('ZRANGE', KEYS[2], 0, -1)
redis.call('DEL', KEYS[2])
return found
