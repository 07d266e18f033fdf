if string.sub(ARGV[1], 1, 3) ~= 'JOB' then
  return redis.error_reply('EMQKIND job id must be JOB-namespaced')
end
-- At most 15 digits: a score is a double, and this far every millisecond has one of its own.
if not string.find(ARGV[3], '^%d+$') or #ARGV[3] > 15 then
  return redis.error_reply('EMQRANGE delay must be milliseconds of at most 15 digits')
end
if not string.find(ARGV[4], '^%d+$') or #ARGV[4] > 15 then
  return redis.error_reply('EMQRANGE max_attempts must be a number of at most 15 digits')
end
local row = redis.call('HMGET', KEYS[1], 'state', 'attempts')
local state, attempts = row[1], row[2]
-- Attempts 0 was nobody's lease yet, whatever token is shown.
if attempts ~= ARGV[2] or attempts == '0' then
  return redis.error_reply('EMQSTALE token is not the one of the current lease')
end
-- The second call of a holder that never saw the first one's answer.
if state == 'scheduled' then
  return 1
end
if state == 'dead' then
  return 0
end
redis.call('HSET', KEYS[1], 'last_error', ARGV[5])
redis.call('ZREM', KEYS[2], ARGV[1])
-- A reap may have put it back before anyone claimed it again.
redis.call('ZREM', KEYS[3], ARGV[1])
if tonumber(attempts) >= tonumber(ARGV[4]) then
  redis.call('HSET', KEYS[1], 'state', 'dead')
  redis.call('ZADD', KEYS[5], 0, ARGV[1])
  redis.call('HINCRBY', KEYS[6], 'count', 1)
  return 0
end
-- The delay is priced on the server's clock, which all callers share.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
-- %.0f, because a number that large turns into text as 1e+14.
local due = string.format('%.0f', now + tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], 'state', 'scheduled')
redis.call('ZADD', KEYS[4], due, ARGV[1])
return 1
