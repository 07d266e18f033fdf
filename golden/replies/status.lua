return redis.status_reply('READY')
