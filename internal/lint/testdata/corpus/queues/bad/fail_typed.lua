local state = redis.call('HGET', KEYS[1], 'state')
if state == 'waitng' then -- want enum-value
  return redis.error_reply('QMISSNG no such job') -- want refusal-undeclared
end
if not state then
  error('QMISSING no such job') -- want refusal-raised
end
if state == 'done' then
  return redis.error_reply('this job is done') -- want refusal-no-class
end
if state == 'failed' then
  return redis.error_reply('READONLY it failed before') -- want refusal-reserved
end
redis.call('HSET', KEYS[1], 'reason', ARGV[2], 'tries', 'unknown') -- want field-value
redis.call('LREM', KEYS[2], 0, ARGV[1])
return 1
