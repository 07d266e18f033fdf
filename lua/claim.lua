-- At most 15 digits: a score is a double, and this far every millisecond has one of its own.
if not string.find(ARGV[1], '^%d+$') or #ARGV[1] > 15 then
  return redis.error_reply('EMQRANGE lease must be milliseconds of at most 15 digits')
end
-- Each turn takes one id out of pending, so its size is the bound.
for _ = 1, redis.call('ZCARD', KEYS[1]) do
  local id = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
  local row = KEYS[3] .. id
  local payload = redis.call('HGET', row, 'payload')
  if payload then
    -- First what can fail, on a count that is no number: then nothing has moved yet.
    redis.call('HINCRBY', row, 'attempts', 1)
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
    -- %.0f, because a number that large turns into text as 1e+14.
    local deadline = string.format('%.0f', now + tonumber(ARGV[1]))
    redis.call('HSET', row, 'state', 'active')
    redis.call('ZADD', KEYS[2], deadline, id)
    redis.call('ZREM', KEYS[1], id)
    -- Read back as text: the token is compared digit by digit, and a Lua number ends at 2^53.
    return {id, payload, redis.call('HGET', row, 'attempts')}
  end
  -- The row is gone: the id is dropped and the next one has its turn.
  redis.call('ZREM', KEYS[1], id)
end
return false
