local job, active, done, lock, events = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local holder = redis.call('GET', lock)
if holder and holder ~= ARGV[2] then
  return redis.error_reply('QSTALE another worker holds ' .. ARGV[1])
end
if redis.call('EXISTS', job) == 0 then
  redis.call('ZREM', active, ARGV[1])
  return 0
end
if redis.call('ZREM', active, ARGV[1]) ~= 1 then
  return redis.error_reply('QSTALE the lease ran out')
end
local keep = tonumber(ARGV[4])
if keep > 0 then
  local t = redis.call('TIME')
  redis.call('HSET', job, 'state', 'done', 'result', ARGV[3])
  redis.call('HDEL', job, 'owner')
  redis.call('ZADD', done, t[1], ARGV[1])
  redis.call('ZREMRANGEBYRANK', done, 0, -(keep + 1))
else
  redis.call('DEL', job)
end
redis.call('DEL', lock)
redis.call('XADD', events, '*', 'event', 'done', 'job', ARGV[1])
return 1
