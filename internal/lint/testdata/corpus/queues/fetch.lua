local waiting, active, root = KEYS[1], KEYS[2], KEYS[3]
local id = redis.call('RPOP', waiting)
while id do
  local row = root .. id
  local data = redis.call('HGET', row, 'data')
  if data then
    local t = redis.call('TIME')
    redis.call('ZADD', active, t[1] * 1000 + tonumber(ARGV[2]), id)
    redis.call('HSET', row, 'state', 'active', 'owner', ARGV[1])
    redis.call('HINCRBY', row, 'tries', 1)
    return {id, data}
  end
  id = redis.call('RPOP', waiting)
end
return nil
