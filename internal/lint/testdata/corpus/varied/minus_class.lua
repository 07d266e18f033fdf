if tonumber(ARGV[1]) > 5 then
  return {err = '-RATELIMIT slow down'} -- want refusal-no-class
end
return redis.call('INCRBY', KEYS[1], ARGV[1])
