local n = 0
for _, id in ipairs(ARGV) do
  if #id ~= 14 then
    return redis.error_reply('KIND ' .. id)
  end
  n = n + redis.call('ZADD', KEYS[1], 0, id) -- want write-before-refusal
end
return n
