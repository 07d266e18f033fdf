function add(k, n) -- want global-set
  return redis.call('INCRBY', k, n)
end
return add(KEYS[1], ARGV[1])
