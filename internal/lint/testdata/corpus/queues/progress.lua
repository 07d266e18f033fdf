if redis.call('EXISTS', KEYS[1]) ~= 1 then
  return -1
end
redis.call('HSET', KEYS[1], 'progress', ARGV[2])
redis.call('XADD', KEYS[2], '*', 'event', 'progress', 'job', ARGV[1], 'value', ARGV[2])
return 1
