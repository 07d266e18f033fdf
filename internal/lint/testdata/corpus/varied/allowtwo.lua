-- emqgen:allow key-argv the namespace is checked by the host
-- emqgen:allow debug-left the log is read by nobody else
redis.log(redis.LOG_NOTICE, 'x') return redis.call('DEL', 'c:' .. ARGV[1], KEYS[1])
