local removed = 0
for _, tag in ipairs(ARGV) do
  if redis.call('SREM', KEYS[1], tag) == 1 then
    removed = removed + redis.call('ZREMRANGEBYLEX', KEYS[2], '[' .. tag .. ':', '(' .. tag .. ';')
  end
end
return removed
