local function unused(key) -- want function-uncalled
  return redis.call('TTL', key)
end
function current() -- want global-set
  return redis.call('GET', KEYS[1])
end
cache = cache or current() -- want global-set global-read
return cache
