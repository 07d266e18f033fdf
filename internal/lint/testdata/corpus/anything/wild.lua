local n = redis.call('DEL', 'x:' .. ARGV[1], redis.call('GET', KEYS[1]) or '', 'y') -- want write-before-refusal
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  n = n + redis.call('DEL', key)
end
if n > 10 then
  return redis.error_reply('ANYBAD too many')
end
return n + redis.call('DEL', KEYS[2] .. ':tail', KEYS[3]) -- want key-index
