-- KEYS[3..] stand beside ARGV[1..]
local moved = 0
for i = 3, #KEYS do
  local key = KEYS[i]
  local state = redis.call('HGET', key, 'state')
  if state == 'active' then
    redis.call('LREM', KEYS[1], 1, ARGV[i - 2])
    redis.call('LPUSH', KEYS[2], ARGV[i - 2])
    redis.call('HSET', key, 'state', 'wait')
    moved = moved + 1
  elseif state == 'started' then -- want enum-value
    moved = moved + 1
  end
end
return moved
