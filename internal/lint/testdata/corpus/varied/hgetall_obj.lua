local function hgetall(key)
  local raw, t = redis.call('HGETALL', key), {}
  for i = 1, #raw, 2 do t[raw[i]] = raw[i + 1] end
  return t, #raw > 0
end
local job, there = hgetall(KEYS[1])
if not there then return false end
return job.name .. ':' .. (job.state or '?')
