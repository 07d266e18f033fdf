local limit = tonumber(ARGV[1])
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used >= limit then
  return {0, 0, redis.call('PTTL', KEYS[1])}
end
used = redis.call('INCR', KEYS[1])
if used == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return {1, limit - used, redis.call('PTTL', KEYS[1])}
