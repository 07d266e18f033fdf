-- Takes the best of the ranked; rows that are gone are skipped.
local function lease(key, id, ms)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZADD', key, now + ms, id)
end

for _ = 1, 100 do
  local popped = redis.call('ZPOPMIN', KEYS[1])
  if #popped == 0 then
    return false
  end
  local id = popped[1]
  local row = KEYS[3] .. id
  if redis.call('EXISTS', row) == 1 then
    lease(KEYS[2], id, tonumber(ARGV[1]))
    local tries = redis.call('HINCRBY', row, 'tries', 1)
    redis.call('HSET', row, 'state', 'active')
    return {id, redis.call('HGET', row, 'data'), tries}
  end
end
return false
