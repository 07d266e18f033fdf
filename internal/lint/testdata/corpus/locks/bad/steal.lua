local expires = redis.call('GET', KEYS[1])
redis.call('SET', KEYS[1], ARGV[2]) -- want write-before-refusal
if expires and tonumber(expires) > tonumber(ARGV[2]) then -- want caller-clock
  return redis.error_reply(ARGV[1] .. ' came too late') -- want refusal-no-class
end
if expires == ARGV[1] then
  return {err = '-LKHELD twice'} -- want refusal-no-class
end
if not expires then
  return {err = 'LKHELD nobody holds it'}
end
return 1
