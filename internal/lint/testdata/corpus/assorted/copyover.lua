local done = redis.call('COPY', KEYS[1], KEYS[2], 'REPLACE')
if done == 1 then redis.call('DEL', KEYS[1]) end
return done
