if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then
  return redis.error_reply('LKLOST ' .. ARGV[1] .. ' holds nothing here')
end
if redis.call('HINCRBY', KEYS[1], 'depth', -1) > 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 'held'
end
redis.call('DEL', KEYS[1])
redis.call('RPUSH', KEYS[2], '1')
return 'free'
