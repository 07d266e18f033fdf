local base = KEYS[1]:match('^(.-):m$')
return redis.call('SADD', base .. ':owners', ARGV[1]) -- want key-extended
