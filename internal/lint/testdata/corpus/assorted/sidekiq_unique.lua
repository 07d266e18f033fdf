if not redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[2]) then
  return 0
end
redis.call('LPUSH', KEYS[2], ARGV[1])
return 1
