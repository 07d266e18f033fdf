-- Adds a job once; a second call with the same id changes nothing.
local id, data, priority = ARGV[1], ARGV[2], tonumber(ARGV[3])

if not priority then
  return redis.error_reply('QKIND the priority is no number')
end

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end

redis.call('HSET', KEYS[1], 'state', 'waiting', 'data', data, 'tries', 0, 'priority', priority)
if priority > 0 then
  redis.call('LPUSH', KEYS[2], id)
else
  redis.call('RPUSH', KEYS[2], id)
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 10000, '*', 'event', 'added', 'job', id)
return 1
