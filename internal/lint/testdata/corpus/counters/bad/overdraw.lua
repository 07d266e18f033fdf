local left = redis.call('HINCRBY', KEYS[1], 'free', -ARGV[1]) -- want arg-arithmetic write-before-refusal
if left < 0 then
  redis.call('HINCRBY', KEYS[1], 'free', ARGV[1])
  return redis.error_reply('CTLOW nothing left')
end
redis.call('HSET', KEYS[1], 'held', left .. ' pieces')
return left
