assert(#ARGV[1] > 0, 'EMPTY a value is needed') -- want refusal-raised
return redis.call('SET', KEYS[1], ARGV[1])
