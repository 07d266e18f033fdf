local n = 0
for _, k in ipairs(redis.call('KEYS', ARGV[1])) do -- want keyspace-scan
  n = n + redis.call('UNLINK', k) -- want key-data
end
redis.call('DEL', KEYS[1])
return n
