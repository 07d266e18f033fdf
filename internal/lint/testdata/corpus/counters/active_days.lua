local was = redis.call('SETBIT', KEYS[1], ARGV[1], 1)
if was == 1 then
  return 0
end
return 1
