local owner = redis.call('HGET', KEYS[1], 'owner')
if owner and owner ~= ARGV[1] then
  return {0, 0}
end
redis.call('HSET', KEYS[1], 'owner', ARGV[1])
local depth = redis.call('HINCRBY', KEYS[1], 'depth', 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {1, depth}
