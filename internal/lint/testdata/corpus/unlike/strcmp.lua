local n = redis.call('GET', KEYS[1]) or '0'
if n > ARGV[1] then return 1 end -- want type-compare
return 0
