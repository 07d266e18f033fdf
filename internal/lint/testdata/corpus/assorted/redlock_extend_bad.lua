if redis.call('EXISTS', KEYS[1]) then -- want truthy-zero
  if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end
end
return 0
