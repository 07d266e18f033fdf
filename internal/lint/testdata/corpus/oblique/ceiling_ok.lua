local row = redis.call('HMGET', KEYS[1], 'state', 'tries')
if not row[1] then
  return false
end
redis.call('ZREM', KEYS[2], ARGV[1])
if tonumber(row[2]) >= 3 then
  return 0
end
redis.call('HINCRBY', KEYS[1], 'tries', 1)
return 1
