local function fail(msg) return redis.error_reply('STALE ' .. msg) end
local token = redis.call('HGET', KEYS[1], 'token')
if not token then return 0 end
if token ~= ARGV[2] then return fail('the token is another') end
redis.call('LREM', KEYS[2], 1, ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'completed')
return 1
