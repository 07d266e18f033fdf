local job, ranked, meta = KEYS[1], KEYS[2], KEYS[3]
if redis.call('HEXISTS', meta, 'paused') == 1 then
  return {err = 'QPAUSED nothing is taken in'}
end
if redis.call('EXISTS', job) == 1 then
  return 0
end
-- Equal priorities keep their order: the counter breaks the tie.
local turn = redis.call('HINCRBY', meta, 'turn', 1)
local score = tonumber(ARGV[3]) * 4294967296 + turn % 4294967296
redis.call('HSET', job, 'state', 'waiting', 'data', ARGV[2], 'priority', ARGV[3])
redis.call('ZADD', ranked, score, ARGV[1])
return 1
