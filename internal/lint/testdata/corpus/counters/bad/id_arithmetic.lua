local id = tonumber(ARGV[1])
local shard = id % 16
if id > 100 then
  redis.call('INCRBY', KEYS[1], id + 1) -- want number-precision
end
return shard
