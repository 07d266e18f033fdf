redis.call('SUBSCRIBE', 'x') -- want command-forbidden
return redis.call('LPOP', KEYS[1])
