if string.sub(ARGV[1], 1, 3) ~= 'JOB' then
  return redis.error_reply('EMQKIND job id must be JOB-namespaced')
end
-- At most 15 digits: a score is a double, and this far every millisecond has one of its own.
if not string.find(ARGV[3], '^%d+$') or #ARGV[3] > 15 then
  return redis.error_reply('EMQRANGE lease must be milliseconds of at most 15 digits')
end
local row = redis.call('HMGET', KEYS[1], 'state', 'attempts')
local state, attempts = row[1], row[2]
-- What a reap put back to pending is anyone's to claim: there is no lease left to extend.
if attempts and not (state == 'active' and attempts == ARGV[2]) then
  return redis.error_reply('EMQSTALE token is not the one of the current lease')
end
if not attempts then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 0
end
-- The lease is priced on the server's clock, which all callers share.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
-- %.0f, because a number that large turns into text as 1e+14.
local deadline = string.format('%.0f', now + tonumber(ARGV[3]))
redis.call('ZADD', KEYS[2], deadline, ARGV[1])
return 1
