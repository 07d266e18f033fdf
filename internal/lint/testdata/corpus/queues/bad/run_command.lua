local ok = redis.call(ARGV[1], KEYS[1]) -- want command-dynamic
total = ok -- want global-set
return totl -- want global-read
