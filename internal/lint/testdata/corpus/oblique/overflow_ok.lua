local ok, reply = pcall(redis.call, 'INCR', KEYS[1])
if not ok then
  return redis.error_reply('OVER the counter is full')
end
local fine, more = pcall(function() return redis.call('INCRBY', KEYS[1], reply) end)
if fine then return more end
return reply
