local n = tonumber(redis.call('GET', KEYS[1]))
if n == 1 then
  return 1
elseif n == 2 then
  return 2
end -- want reply-undeclared
-- Nothing is answered when it is neither.
