if redis.call('ZREM', KEYS[1], ARGV[1]) ~= 1 then
  return redis.error_reply('GONE it is not delayed')
end
redis.call('RPUSH', KEYS[2], ARGV[1])
return 1
