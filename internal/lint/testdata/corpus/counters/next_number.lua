local amount = tonumber(ARGV[1])
local last = redis.call('INCRBY', KEYS[1], amount)
return {last - amount + 1, last}
