local uses = redis.call('HGET', KEYS[1], 'uses')
if not uses or uses ~= ARGV[3] then
  return redis.error_reply('SEGONE somebody else saved in between')
end
redis.call('HSET', KEYS[1], 'data', ARGV[2])
redis.call('ZINCRBY', KEYS[2], 1, ARGV[1])
return 1
