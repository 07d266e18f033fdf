if not string.find(ARGV[1], '^%d+$') or #ARGV[1] > 15 then
  return redis.error_reply('EMQRANGE limit must be a number of at most 15 digits')
end
local limit = tonumber(ARGV[1])
local time = redis.call('TIME')
-- %.0f, because a number that large turns into text as 1e+14.
local now = string.format('%.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
local reaped = 0
-- Each turn takes one id out of active, so its size is the bound. Ids whose row
-- is gone are dropped and do not count: less than the limit means no more ran out.
for _ = 1, redis.call('ZCARD', KEYS[1]) do
  if reaped == limit then
    break
  end
  local id = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 1)[1]
  if not id then
    break
  end
  local row = KEYS[3] .. id
  if redis.call('EXISTS', row) == 1 then
    -- Attempts stay: the old holder's token goes stale with the next claim.
    redis.call('HSET', row, 'state', 'pending')
    redis.call('ZADD', KEYS[2], 0, id)
    reaped = reaped + 1
  end
  redis.call('ZREM', KEYS[1], id)
end
return reaped
