local raw = redis.call('LPOP', KEYS[1])
if raw == nil then -- want nil-compare
  return nil
end
local job = cjson.decode(raw) -- want missing-used
return job.class
