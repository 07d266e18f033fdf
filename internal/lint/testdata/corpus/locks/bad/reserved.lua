local owner = redis.call('GET', KEYS[1])
if owner == 'closed' then
  return redis.error_reply('MOVED the lock is elsewhere') -- want refusal-reserved
end
if owner and owner ~= ARGV[1] then
  return redis.error_reply('LKHELD\tby another') -- want refusal-no-class
end
return {ok = 'OK'} -- want reply-undeclared
