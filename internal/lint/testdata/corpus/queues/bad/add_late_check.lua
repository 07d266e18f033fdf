redis.call('LPUSH', KEYS[2], ARGV[1]) -- want write-before-refusal
if redis.call('HEXISTS', KEYS[3], 'paused') == 1 then
  return redis.error_reply('QPAUSED nothing is taken in')
end
if redis.call('EXISTS', KEYS[1]) == 1 then -- want existence-after-write
  return 0
end
redis.call('HSET', KEYS[1], 'state', 'queued', 'data', ARGV[2]) -- want enum-value
return 1
