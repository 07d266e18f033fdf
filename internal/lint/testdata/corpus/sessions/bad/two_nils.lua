local uses = redis.call('HGET', KEYS[1], 'uses')
if uses then
  return uses + 0.5 -- want reply-float
end
if redis.call('EXISTS', KEYS[2]) == '1' then -- want type-compare
  return 'yes' -- want reply-type
end
return false
