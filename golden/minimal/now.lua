return redis.call('TIME')[1]
