if not redis.call('SET', KEYS[1], ARGV[1], 'NX') then -- want write-before-refusal
  return redis.error_reply('LOCKED by another')
end
if tonumber(redis.call('GET', KEYS[2]) or 0) > tonumber(ARGV[2]) then
  return redis.error_reply('SPENT no numbers are left')
end
redis.call('INCR', KEYS[2])
return 1
