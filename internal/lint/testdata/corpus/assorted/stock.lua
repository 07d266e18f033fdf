local want = tonumber(ARGV[2])
if not want or want <= 0 then
  return redis.error_reply(string.format('BADCOUNT %s is no count', ARGV[2]))
end
local left = tonumber(redis.call('GET', KEYS[1])) or 0
if left < want then return 0 end
redis.call('DECRBY', KEYS[1], want)
redis.call('HINCRBY', KEYS[2], ARGV[1], want)
return 1
