local readers = redis.call('HKEYS', KEYS[1])
for _, reader in ipairs(readers) do
  if reader ~= ARGV[1] then
    return 0
  end
end
if not redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then
  return 0
end
return 1
