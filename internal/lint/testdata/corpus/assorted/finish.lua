local function remLock(lockKey, stalledKey, token, jobId)
  if token ~= "0" then
    local cur = redis.call('GET', lockKey)
    if cur == token then
      redis.call('DEL', lockKey)
      redis.call('SREM', stalledKey, jobId)
    else
      if cur then return -6 end
      return -2
    end
  end
  return 0
end
if redis.call('EXISTS', KEYS[4]) == 0 then return -1 end
local code = remLock(KEYS[3], KEYS[5], ARGV[1], ARGV[2])
if code < 0 then return code end
redis.call('LREM', KEYS[1], -1, ARGV[2])
local t = redis.call('TIME')
redis.call('ZADD', KEYS[2], t[1], ARGV[2])
redis.call('HMSET', KEYS[4], 'result', ARGV[3], 'state', 'completed', 'finishedOn', t[1]) -- want field-undeclared
local keep = tonumber(ARGV[4])
if keep >= 0 then
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -keep - 1)
end
return 1
