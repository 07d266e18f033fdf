local limit = tonumber(ARGV[1])
if not limit or limit < 1 or limit > 100 then
  return redis.error_reply('QLIMIT between 1 and 100')
end
local t = redis.call('TIME')
local until_ms = t[1] * 1000 + math.floor(t[2] / 1000) + tonumber(ARGV[2])
local jobs = {}
for i = 1, limit do
  local id = redis.call('LPOP', KEYS[1])
  if not id then break end
  local row = KEYS[3] .. id
  local data = redis.call('HGET', row, 'data')
  if data then
    redis.call('HSET', row, 'state', 'active')
    redis.call('ZADD', KEYS[2], until_ms, id)
    table.insert(jobs, {id, data})
  end
end
return jobs
