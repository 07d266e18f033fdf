math.randomseed(os.time()) -- want api-missing api-missing
return redis.call('INCRBY', KEYS[1], math.random(1, 6))
