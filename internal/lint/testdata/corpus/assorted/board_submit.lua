local boards = {KEYS[1], KEYS[2]}
for _, b in ipairs(boards) do
  redis.call('ZADD', b, 'GT', 'CH', ARGV[2], ARGV[1])
end
redis.call('HSETNX', KEYS[3], ARGV[1], ARGV[3])
local rank = redis.call('ZREVRANK', KEYS[1], ARGV[1])
local best = redis.call('ZSCORE', KEYS[1], ARGV[1])
return {rank + 1, best}
