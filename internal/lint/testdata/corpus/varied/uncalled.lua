local helpers = {}
function helpers.inc() return redis.call('INCR', KEYS[1]) end
function helpers.dec() return redis.call('DECR', KEYS[1]) end -- want function-uncalled
return helpers.inc()
