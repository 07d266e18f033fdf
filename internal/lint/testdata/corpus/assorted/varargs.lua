local function emit(name, ...)
  if select('#', ...) % 2 ~= 0 then return 0 end
  redis.call('XADD', KEYS[1], '*', 'event', name, ...)
  return select('#', ...)
end
emit('waiting', 'jobId', ARGV[1])
emit('drained')
return redis.call('LPUSH', KEYS[2], ARGV[1])
