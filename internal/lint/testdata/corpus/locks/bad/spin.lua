local got = false
while not got do -- want loop-unbounded
  got = redis.call('SETNX', KEYS[1], ARGV[1]) == 1
end
return 1
