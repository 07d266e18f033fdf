local row = {'state', 'open', 'tries', '0'}
if ARGV[1] then
  row[#row + 1] = ARGV[1]
end
redis.call('ZADD', KEYS[2], 'NX', 0, 'a', 'b') -- want command-arity
return redis.call('HSET', KEYS[1], unpack(row)) -- want command-arity
