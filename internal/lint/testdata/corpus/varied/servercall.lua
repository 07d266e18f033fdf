local call = (server or redis).call -- want api-missing
return call('INCR', KEYS[1])
