local n = 0
repeat -- want loop-unbounded
  local id = redis.call('LMOVE', KEYS[1], KEYS[1], 'LEFT', 'RIGHT')
  n = n + 1
until id == 'stop'
return n
