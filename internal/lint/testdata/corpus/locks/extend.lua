if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return redis.error_reply('LKLOST the lock is not yours')
end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
