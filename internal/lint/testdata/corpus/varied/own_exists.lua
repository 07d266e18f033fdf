redis.call('HSET', KEYS[1], 'state', 'wait')
if redis.call('EXISTS', KEYS[1]) == 1 then -- want existence-after-write
  return 0
end
redis.call('HSET', KEYS[1], 'colour', ARGV[1]) -- want field-undeclared
redis.call('SADD', KEYS[2], ARGV[1]) -- want key-type
return 1
