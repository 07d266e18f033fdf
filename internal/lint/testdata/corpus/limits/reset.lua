local removed = 0
for _, key in ipairs(KEYS) do
  removed = removed + redis.call('DEL', key)
end
return removed
