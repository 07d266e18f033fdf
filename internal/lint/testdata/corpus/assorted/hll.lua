local fresh = redis.call('PFADD', KEYS[1], ARGV[1])
local seen = redis.call('SETBIT', KEYS[2], ARGV[2], 1)
return {fresh, seen}
