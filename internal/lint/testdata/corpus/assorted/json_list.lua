local ids = redis.call('LRANGE', KEYS[1], 0, 49)
return cjson.encode({count = #ids, ids = ids}) -- want json-empty-table
