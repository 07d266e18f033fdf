for i = 1, 3 do
  local v = redis.call('HGET', KEYS[2], ARGV[i]) -- want arg-index arg-index
  if v then return v end
end
return redis.call('ZSCORE', KEYS[1], ARGV[1])
