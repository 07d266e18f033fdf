local n = redis.call('INCR', KEYS[1]) -- want write-before-refusal
if n > tonumber(ARGV[1]) then
  redis.call('DECR', KEYS[1])
  return redis.error_reply('RLINPUT over the limit')
end
return n
