return redis.error_reply('NXBAD ' .. ARGV[1])
