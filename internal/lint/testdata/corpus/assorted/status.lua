if redis.call('STRLEN', KEYS[1]) > 0 then
  redis.call('APPEND', KEYS[1], ARGV[1])
  return redis.status_reply('APPENDED')
end
redis.call('SET', KEYS[1], ARGV[1])
return {ok = 'STORED'}
