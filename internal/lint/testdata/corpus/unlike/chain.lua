local parent = redis.call('HGET', KEYS[1], 'token')
if parent and redis.call('HGET', KEYS[2] .. parent, 'state') ~= 'done' then -- want enum-value
  return 0
end
redis.call('RPUSH', KEYS[3], ARGV[1])
return 1
