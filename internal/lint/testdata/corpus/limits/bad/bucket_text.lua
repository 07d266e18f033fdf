local tokens = redis.call('HGET', KEYS[1], 'tokens')
if tokens < 1 then -- want type-compare
  return 0
end
redis.call('HINCRBY', KEYS[1], 'tokens', -1) -- want field-value
redis.call('HSET', KEYS[1], 'last_filled', ARGV[1]) -- want field-undeclared
return 1
