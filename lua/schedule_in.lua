if string.sub(ARGV[1], 1, 3) ~= 'JOB' then
  return redis.error_reply('EMQKIND job id must be JOB-namespaced')
end
-- At most 15 digits: a score is a double, and this far every millisecond has one of its own.
if not string.find(ARGV[3], '^%d+$') or #ARGV[3] > 15 then
  return redis.error_reply('EMQRANGE delay must be milliseconds of at most 15 digits')
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
-- The delay is priced on the server's clock, which all callers share.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
-- %.0f, because a number that large turns into text as 1e+14.
local due = string.format('%.0f', now + tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], 'state', 'scheduled', 'attempts', '0', 'payload', ARGV[2])
redis.call('ZADD', KEYS[2], due, ARGV[1])
return 1
