local payload = redis.call('HGET', KEYS[1], 'payload')
if not payload then return false end
return payload -- want reply-type
