local id = redis.call('BRPOP', KEYS[1], 5) -- want command-forbidden
if id then
  return id[2]
end
redis.log(redis.LOG_NOTICE, 'nothing to do') -- want debug-left
while redis.call('LLEN', KEYS[1]) == 0 do -- want loop-unbounded
end
return redis.call('LPOPP', KEYS[1]) -- want command-unknown
