local v = redis.call('HMGET', KEYS[1], 'name', 'data')
return {v[1] or nil, v[2]} -- want reply-nil
