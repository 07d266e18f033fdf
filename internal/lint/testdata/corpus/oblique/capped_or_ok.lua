local limit = tonumber(ARGV[1] or '100')
if not limit or limit > 1000 or limit < 1 then limit = 100 end
local ids = redis.call('ZRANGE', KEYS[1], '-inf', '+inf', 'BYSCORE', 'LIMIT', 0, limit)
if #ids > 0 then
  redis.call('ZREM', KEYS[1], unpack(ids))
end
return #ids
