#!lua flags=no-writes
local r = redis.call('ZREVRANK', KEYS[1], ARGV[1])
if not r then return nil end
return r + 1
