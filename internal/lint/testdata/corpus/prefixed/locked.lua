local key = KEYS[1] .. ':' .. ARGV[1] .. ':lock'
if redis.call('SET', key, ARGV[2], 'NX', 'EX', 30) then
  return 1
end
return 0
