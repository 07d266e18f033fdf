local tenant = KEYS[1]:match('{(.-)}')
local key = 's:{' .. tenant .. '}:session:' .. ARGV[1]
redis.call('DEL', key) -- want key-extended
return redis.call('ZREM', KEYS[1], ARGV[1])
