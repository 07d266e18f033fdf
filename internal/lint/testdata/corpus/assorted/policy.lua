if redis.call('HEXISTS', KEYS[1], 'name') == 1 then return 0 end
if ARGV[1]:find('^x') then
  return redis.error_reply('KIND no x') -- want answer-before-policy
end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
