local n = redis.call('INCR', KEYS[1])
if n > 5 then
  goto done -- want lua-syntax
end
::done::
return n
