local state = redis.call('HGET', KEYS[1], 'state')
local final = {completed = true, failed = true}
return final[state] and 1 or 0
