local ok, reply = pcall(function()
  redis.call('RPUSH', KEYS[2], ARGV[1]) -- want write-before-refusal
  return redis.call('INCR', KEYS[1])
end)
if not ok then
  return redis.error_reply('OVER the counter is full')
end
return reply
