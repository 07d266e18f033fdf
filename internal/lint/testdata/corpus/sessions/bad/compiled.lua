local rule = loadstring(ARGV[1]) -- want code-dynamic
if rule(redis.call('HGET', KEYS[1], 'user')) then
  return 1
end
return 0
