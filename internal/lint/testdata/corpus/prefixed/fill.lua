if not redis.call('SET', KEYS[1] .. ':lock', '1', 'NX') then -- want key-extended
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
return 1
