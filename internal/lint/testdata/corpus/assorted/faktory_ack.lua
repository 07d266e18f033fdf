local held = redis.call('HGET', KEYS[2], 'token')
if not held then return 0 end
if held ~= ARGV[2] then
  return redis.error_reply('EMQSTALE') -- want refusal-one-word
end
redis.call('LREM', KEYS[1], 0, ARGV[1])
redis.call('DEL', KEYS[2])
return 1
