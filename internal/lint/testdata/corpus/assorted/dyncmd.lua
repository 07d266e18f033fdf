return redis.call(ARGV[1] .. 'PUSH', KEYS[1], ARGV[2]) -- want command-dynamic
