local ok, err = pcall(function()
  redis.call('SET', KEYS[1], ARGV[1]) -- want error-dropped
  redis.call('HSET', KEYS[2], ARGV[1], '1') -- want error-dropped
end)
return 1
