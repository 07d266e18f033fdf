local ops = {
  push = function(id) return redis.call('RPUSH', KEYS[1], id) end,
  front = function(id) return redis.call('LPUSH', KEYS[1], id) end,
  prio = function(id) return redis.call('ZADD', KEYS[2], 0, id) end,
}
local f = ops[ARGV[1]]
if not f then return -1 end
return f(ARGV[2])
