local root, n = KEYS[2], 0
repeat
  local batch = redis.call('ZPOPMIN', KEYS[1], 50)
  for i = 1, #batch, 2 do
    n = n + redis.call('UNLINK', root .. batch[i])
  end
until #batch == 0
return n
