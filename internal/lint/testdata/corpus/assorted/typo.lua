local added = redis.call('LPUHS', KEYS[1], ARGV[1]) -- want command-unknown
if aded then return 1 end -- want global-read
return added
