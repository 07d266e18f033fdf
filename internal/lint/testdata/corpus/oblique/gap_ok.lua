local row = redis.call('HMGET', KEYS[1], 'state', 'tries')
if not row[1] then return false end
return row[2] + 1
