local added = redis.call('ZADD', KEYS[1], 'NX', 0, ARGV[1]) -- want write-before-refusal
if added == 0 then return 0 end
if redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('ZREM', KEYS[1], ARGV[1])
  return redis.error_reply('CLOSED for now')
end
return 1
