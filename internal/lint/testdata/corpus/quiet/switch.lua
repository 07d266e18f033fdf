local target = ({completed = KEYS[2], failed = KEYS[3]})[ARGV[2]]
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local t = redis.call('TIME')
redis.call('HSET', KEYS[1], 'state', ARGV[2])
redis.call('ZADD', target, t[1], ARGV[1])
return 1
