if redis.call('EXISTS', KEYS[1]) == 1 then
  return 'OK' -- want reply-type
end
redis.call('SET', KEYS[1], ARGV[1])
return redis.status_reply('OK')
