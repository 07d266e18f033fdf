local total, ready = KEYS[1], KEYS[2]
local id, why = ARGV[1], ARGV[2]
return redis.call('APPEND', total, id)
