local row = redis.call('HMGET', KEYS[1], 'state', 'tries', 'payload')
if type(row[2]) ~= 'string' then return 0 end
redis.call('HSET', KEYS[1], 'tries', row[2] + 1)
return row[1] == 'open' and row[3] ~= '' and 1 or 0
