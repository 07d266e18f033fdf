local known = redis.call('EXISTS', KEYS[1])
redis.call('HINCRBY', KEYS[3], 'seen', 1)
if known == 1 then
  return 0 -- want answer-after-write
end
redis.call('HMSET', KEYS[1], 'state', 'waiting', 'payload', ARGV[2]) -- want field-undeclared
redis.call('ZADD', KEYS[2], 0, ARGV[1]) -- want key-type
return 1
