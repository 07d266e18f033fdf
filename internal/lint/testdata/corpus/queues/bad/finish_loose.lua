if redis.call('EXISTS', KEYS[1]) then -- want truthy-zero
  redis.call('ZREM', KEYS[2], ARGV[1]) -- want write-before-refusal
end
local owner = redis.call('HGET', KEYS[1], 'owner')
redis.call('ZADD', KEYS[3], 0, ARGV[1])
if owner ~= ARGV[2] then
  redis.error_reply('QSTALE not yours') -- want refusal-dropped
end
if owner == false then
  return redis.error_reply('QSTALE') -- want refusal-one-word
end
redis.call('HSET', KEYS[1], 'state', 'done')
return 2 -- want reply-undeclared
