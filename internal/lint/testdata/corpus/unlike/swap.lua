local a, b = redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])
a, b = b or '0', a or '0'
redis.call('MSET', KEYS[1], a, KEYS[2], b)
return {a, b}
