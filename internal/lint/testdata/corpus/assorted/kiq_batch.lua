local n = #ARGV
redis.call('LPUSH', KEYS[2], unpack(ARGV)) -- want unpack-unbounded
redis.call('HINCRBY', KEYS[1], 'total', n)
return n
