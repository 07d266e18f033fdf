if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
if redis.call('HGET', KEYS[1], 'attempts') ~= ARGV[2] then
  return redis.error_reply('EMQSTALE the token is not the one of this lease')
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('DEL', KEYS[1])
return 1
