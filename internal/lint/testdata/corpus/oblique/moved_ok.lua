local function take(id) return redis.call('LREM', KEYS[1], -1, id) end
return take(ARGV[1])
