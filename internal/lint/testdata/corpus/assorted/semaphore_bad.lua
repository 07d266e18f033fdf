count = redis.call('ZCARD', KEYS[1]) -- want global-set
if count >= tonumber(ARGV[2]) then
  error('FULL no slot is free') -- want refusal-raised
end
redis.call('ZADD', KEYS[1], 0, ARGV[1])
return 1
