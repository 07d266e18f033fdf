if KEYS[1] == KEYS[2] then
  return redis.error_reply('SEKIND the ids are the same')
end
local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then
  return redis.error_reply('SEGONE the session is over')
end
redis.call('RENAME', KEYS[1], KEYS[2])
if ttl > 0 then
  redis.call('PEXPIRE', KEYS[2], ttl)
end
return 1
