local r = redis.call('BITFIELD', KEYS[1], 'OVERFLOW', 'FAIL', 'INCRBY', 'u8', '#' .. ARGV[1], ARGV[2])
return r[1]
