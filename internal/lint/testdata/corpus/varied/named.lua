local m = redis.call('HMGET', KEYS[1], 'concurrency', 'max_len')
local reply = {}
reply.concurrency = m[1] or '0'
reply.max_len = m[2] or '0'
return reply -- want reply-named-table
