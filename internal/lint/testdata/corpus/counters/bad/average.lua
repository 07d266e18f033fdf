local sum, n = 0, 0
for _, score in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  sum = sum + score
  n = n + 1
end
return sum / n -- want reply-float
