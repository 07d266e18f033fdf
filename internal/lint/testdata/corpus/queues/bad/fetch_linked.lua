-- The list holds whole keys, put there by somebody else.
local key = redis.call('RPOP', KEYS[1])
if key == nil then -- want nil-compare
  return nil
end
local data = redis.call('HGET', key, 'data') -- want key-data missing-used
redis.call('ZADD', KEYS[2], ARGV[1] + ARGV[2], key) -- want arg-arithmetic arg-arithmetic caller-clock
return data
