local out = {}
for i, v in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')) do
  if i % 2 == 1 then
    out[#out + 1] = {v, redis.call('ZSCORE', KEYS[1], v), false}
  end
end
return out
