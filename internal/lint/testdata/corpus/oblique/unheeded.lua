local function check(id)
  if id:sub(1, 3) ~= 'JOB' then return redis.error_reply('KIND not a job') end
end
local function size(id)
  if #id ~= 14 then return {err = 'KIND not an id'} end
  return true
end
check(ARGV[1]) -- want refusal-dropped
size(ARGV[1]) -- want refusal-dropped
return redis.call('INCR', KEYS[1])
