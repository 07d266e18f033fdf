local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not capacity or not rate or not cost or cost > capacity then
  return redis.error_reply('RLINPUT the cost is more than the bucket holds')
end

local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'filled')
local tokens = tonumber(bucket[1]) or capacity
local filled = tonumber(bucket[2]) or now

tokens = math.min(capacity, tokens + math.max(0, now - filled) * rate / 1000)
local allowed = 0
if tokens >= cost then
  tokens = tokens - cost
  allowed = 1
end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'filled', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000))
return {allowed, math.floor(tokens)}
