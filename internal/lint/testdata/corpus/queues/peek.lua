local found = {}
for i, id in ipairs(redis.call('LRANGE', KEYS[1], 0, ARGV[1])) do
  found[i] = {id, redis.call('HGET', KEYS[2] .. id, 'data')}
end
return found
