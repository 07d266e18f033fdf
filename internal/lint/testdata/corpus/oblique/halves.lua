local row = {'state', 'open', 'tries', '0'}
if ARGV[1] then
  row[#row + 1] = ARGV[1]
end
redis.call('ZADD', KEYS[2], 'NX', 0, 'a', 'b') -- want command-arity
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100, 'LIMIT', 10, '*', 'kind', 'a', 'b') -- want command-arity
redis.call('XADD', KEYS[3], '*', 'kind', 'a')
return redis.call('HSET', KEYS[1], unpack(row)) -- want command-arity
