local n = 0
for _, key in ipairs({KEYS[1], KEYS[2], KEYS[3]}) do
  n = n + redis.call('ZCARD', key) -- want key-type
end
return n
