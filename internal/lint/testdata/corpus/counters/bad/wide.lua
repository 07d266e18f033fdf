return redis.call('RPUSH', KEYS[1], unpack(ARGV)) -- want unpack-unbounded
