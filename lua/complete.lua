if string.sub(ARGV[1], 1, 3) ~= 'JOB' then
  return redis.error_reply('EMQKIND job id must be JOB-namespaced')
end
local row = redis.call('HMGET', KEYS[1], 'state', 'attempts')
local state, attempts = row[1], row[2]
-- A lease lives while the job is active, and on after a reap until the next claim.
-- Attempts 0 was nobody's lease yet, whatever token is shown.
local leased = (state == 'active' or state == 'pending') and attempts ~= '0'
if attempts and not (leased and attempts == ARGV[2]) then
  return redis.error_reply('EMQSTALE token is not the one of the current lease')
end
-- The row is gone, and so must be what still points to it.
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if not attempts then
  return 0
end
redis.call('DEL', KEYS[1])
redis.call('HINCRBY', KEYS[4], 'count', 1)
return 1
