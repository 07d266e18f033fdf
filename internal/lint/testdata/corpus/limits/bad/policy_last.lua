if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then
  return 0
end
if #ARGV[1] > 45 then
  return redis.error_reply('RLINPUT this is no address') -- want answer-before-policy
end
redis.call('SADD', KEYS[1], ARGV[1])
return 1
