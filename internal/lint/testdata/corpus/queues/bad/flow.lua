-- KEYS[3] was once the parent.
local parent = redis.call('HGET', KEYS[1], 'owner')
if parent then
  redis.call('SADD', KEYS[3], parent) -- want key-index
end
local done = redis.call('SADD', KEYS[2], ARGV[1])
if done == 0 then
  return 0 -- want answer-after-write
end
redis.call('SADD', KEYS[2] .. ':done', ARGV[1]) -- want key-extended
return 1
