redis.call('HSET', KEYS[1], 'state', 'Active', 'attempts', 'zero') -- want enum-value field-value
return redis.call('HINCRBY', KEYS[1], 'name', 1) -- want field-value
