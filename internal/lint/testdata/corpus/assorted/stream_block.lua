local r = redis.call('XREAD', 'BLOCK', 100, 'COUNT', 10, 'STREAMS', KEYS[1], ARGV[1])
if not r then return {} end
return r[1][2]
