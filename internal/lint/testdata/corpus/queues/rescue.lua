-- Jobs whose lease ran out go back, unless their worker still holds the lock.
local active, waiting, stalled = KEYS[1], KEYS[2], KEYS[3]

local function row(id) return KEYS[4] .. id end
local function lock(id) return KEYS[5] .. id end

local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local rescued = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', active, 0, now, 'LIMIT', 0, tonumber(ARGV[1]))) do
  if redis.call('EXISTS', lock(id)) == 0 then
    redis.call('ZREM', active, id)
    if redis.call('EXISTS', row(id)) == 1 then
      redis.call('SADD', stalled, id)
      redis.call('HSET', row(id), 'state', 'waiting')
      redis.call('HDEL', row(id), 'owner')
      redis.call('RPUSH', waiting, id)
      rescued[#rescued + 1] = id
    end
  end
end
return rescued
