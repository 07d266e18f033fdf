return redis.call('SETBIT', KEYS[1], bit.band(tonumber(ARGV[1]), 1023), 1) -- want number-precision
