local M = {}
function M.now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
function M:trim(key, span) redis.call('ZREMRANGEBYSCORE', key, '-inf', ('(%d'):format(self.now() - span)) end
M:trim(KEYS[1], tonumber(ARGV[1]))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], M.now(), M.now() .. ':' .. math.random(1e6))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
