local K = {wait = KEYS[1], active = KEYS[2], prio = KEYS[3]}
local A = {id = ARGV[1], priority = tonumber(ARGV[2])}
local call = redis.call
if call('LREM', K.wait, 1, A.id) == 0 then return 0 end
if A.priority > 0 then
  call('ZADD', K.prio, A.priority, A.id)
else
  call('RPUSH', K.active, A.id)
end
return 1
