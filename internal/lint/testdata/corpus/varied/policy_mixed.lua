if ARGV[1]:sub(1, 1) ~= 'j' then return redis.error_reply('KIND ' .. ARGV[1] .. ' is none of ours') end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[2]) then return redis.error_reply('FULL it is') end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
