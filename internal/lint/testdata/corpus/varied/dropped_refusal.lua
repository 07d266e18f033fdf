if tonumber(ARGV[1]) > 5 then
  redis.error_reply('RATELIMIT slow down') -- want refusal-dropped
end
if tonumber(ARGV[1]) > 9 then return redis.error_reply('RATELIMIT stop') end
return redis.call('INCRBY', KEYS[1], ARGV[1])
