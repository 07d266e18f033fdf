if tonumber(ARGV[1]) > 5 then
  error({err = 'RATELIMIT slow down'})
end
return redis.call('INCRBY', KEYS[1], ARGV[1])
