local v = redis.call('GET', KEYS[1])
if v then return {'hit', v} end
if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then
  return {'fill', false}
end
return {'wait', false}
