local user = redis.call('HGET', KEYS[1], 'user')
local uses = redis.call('HGET', KEYS[1], 'uses')
if user == nil then -- want nil-compare
  return false
end
if uses == '0' then
  return {user, 0} -- want reply-type
end
if uses == '1' then
  return {user, 'once', 'web'} -- want reply-type
end
return {user, uses, 5} -- want reply-type
