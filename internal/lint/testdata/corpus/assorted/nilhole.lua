local hint
if redis.call('HGET', KEYS[1], 'state') == 'failed' then hint = 'look' end
return {redis.call('HGET', KEYS[1], 'name'), hint, redis.call('HINCRBY', KEYS[1], 'attempts', 0)} -- want reply-nil
