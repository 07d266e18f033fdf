local ids = redis.call('ZRANGE', KEYS[1], 0, tonumber(ARGV[1]) - 1)
if #ids > 0 then
  redis.call('ZREM', KEYS[1], unpack(ids)) -- want unpack-unbounded
  redis.call('RPUSH', KEYS[2], unpack(ids)) -- want unpack-unbounded
end
return #ids
