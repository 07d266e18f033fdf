local r = redis.call('LMPOP', 2, KEYS[1], KEYS[2], 'LEFT', 'COUNT', 1)
return r and r[2][1]
