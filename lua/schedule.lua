if string.sub(ARGV[1], 1, 3) ~= 'JOB' then
  return redis.error_reply('EMQKIND job id must be JOB-namespaced')
end
-- At most 15 digits: a score is a double, and this far every millisecond has one of its own.
if not string.find(ARGV[3], '^%d+$') or #ARGV[3] > 15 then
  return redis.error_reply('EMQRANGE at must be unix milliseconds of at most 15 digits')
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'state', 'scheduled', 'attempts', '0', 'payload', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
return 1
