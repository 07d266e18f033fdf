local lock, queue, waiters = KEYS[1], KEYS[2], KEYS[3]
local me = ARGV[1]
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)

-- Those who lost patience are dropped from the head of the queue.
while true do
  local first = redis.call('LINDEX', queue, 0)
  if not first then
    break
  end
  local deadline = tonumber(redis.call('ZSCORE', waiters, first))
  if not deadline or deadline > now then
    break
  end
  redis.call('LPOP', queue)
  redis.call('ZREM', waiters, first)
end

local first = redis.call('LINDEX', queue, 0)
if redis.call('EXISTS', lock) == 0 and (not first or first == me) then
  redis.call('LPOP', queue)
  redis.call('ZREM', waiters, me)
  redis.call('SET', lock, me, 'PX', ARGV[2])
  return 1
end
if redis.call('ZADD', waiters, 'NX', now + tonumber(ARGV[3]), me) == 1 then
  redis.call('RPUSH', queue, me)
end
return 0
