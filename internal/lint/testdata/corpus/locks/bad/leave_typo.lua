if redis.call('HGET', KEYS[1], 'ownr') ~= ARGV[1] then -- want field-undeclared
  return 0
end
if redis.call('HGET', KEYS[1], 'depth') == 1 then -- want type-compare
  redis.call('DEL', KEYS[1])
end
redis.call('HSET', KEYS[1], 'depth', 'zero') -- want field-value
return 1
