-- in the manner of BullMQ's addJob
local rcall = redis.call
local jobId = rcall("INCR", KEYS[4])
local jobKey = KEYS[9] .. jobId
local delay, priority = tonumber(ARGV[3]), tonumber(ARGV[4])
local t = rcall('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)

local function getTargetList(metaKey, waitKey, pausedKey)
  if rcall("HEXISTS", metaKey, "paused") ~= 1 then -- want key-type
    return waitKey, false
  else
    return pausedKey, true
  end
end

rcall("HMSET", jobKey, "name", ARGV[1], "data", ARGV[2], "stamp", string.format('%.0f', now), "delay", delay, "priority", priority, 'attempts', 0)
if delay > 0 then
  rcall("HSET", jobKey, "state", "delayed")
  rcall("ZADD", KEYS[7], now + delay, jobId)
  rcall("XADD", KEYS[5], "*", "event", "delayed", "jobId", jobId)
elseif priority == 0 then
  local target = getTargetList(KEYS[1], KEYS[1], KEYS[2])
  rcall("HSET", jobKey, "state", "wait")
  rcall("LPUSH", target, jobId)
else
  local cnt = rcall("INCR", KEYS[8])
  rcall("ZADD", KEYS[6], priority * 0x100000000 + cnt % 0x100000000, jobId)
end
if rcall("HEXISTS", KEYS[3], "paused") == 1 then
  rcall("XADD", KEYS[5], "*", "event", "paused")
end
return jobId .. ""
