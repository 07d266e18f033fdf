-- The parent goes to work when the last of its children is done.
local children = KEYS[2] .. ARGV[1]
if redis.call('SREM', children, ARGV[2]) == 0 then
  return 0
end
if redis.call('SCARD', children) > 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'state', 'waiting')
redis.call('LPUSH', KEYS[3], ARGV[1])
return 1
