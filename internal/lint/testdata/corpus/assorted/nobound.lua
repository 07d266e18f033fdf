local n = 0
while redis.call('LINDEX', KEYS[1], n) ~= ARGV[1] do -- want loop-unbounded
  n = n + 1
end
return n
