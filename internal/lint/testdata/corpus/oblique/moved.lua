local function take(id) return redis.call('LREM', KEYS[1], 0, id) end
return take(ARGV[1]) -- want reply-undeclared
