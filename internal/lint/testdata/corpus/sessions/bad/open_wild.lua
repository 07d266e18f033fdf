if redis.call('HSETNX', KEYS[1], 'kind', 'browser') == 0 then -- want enum-value write-before-refusal
  return 0
end
if redis.call('HGET', KEYS[1], 'uses') == '5' then
  return redis.error_reply('SEKIND used up') -- the HSETNX above has written
end
redis.call('HSET', KEYS[1], 'user', ARGV[2], 'kind', ARGV[3], 'sean', '1') -- want field-undeclared
if ARGV[1] == ARGV[2] then
  return redis.error_reply('SEKIND the same') -- want answer-before-policy
end
return 1
