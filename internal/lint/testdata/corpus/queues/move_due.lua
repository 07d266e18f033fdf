local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
local moved = 0
for _, id in ipairs(due) do
  redis.call('ZREM', KEYS[1], id)
  if redis.call('EXISTS', KEYS[3] .. id) == 1 then
    redis.call('HSET', KEYS[3] .. id, 'state', 'waiting')
    redis.call('LPUSH', KEYS[2], id)
    moved = moved + 1
  end
end
return moved
