if tonumber(ARGV[1]) > 5 then
  return redis.error_reply('ratelimit slow down') -- want refusal-no-class
end
return redis.call('INCRBY', KEYS[1], ARGV[1])
