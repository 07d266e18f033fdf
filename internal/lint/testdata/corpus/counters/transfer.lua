local source, target, amount = KEYS[1], KEYS[2], tonumber(ARGV[1])
local function free(row)
  return tonumber(redis.call('HGET', row, 'free')) or 0
end
if free(source) < amount then
  return redis.error_reply(string.format('CTLOW only %d are free', free(source)))
end
redis.call('HINCRBY', source, 'free', -amount)
redis.call('HINCRBY', target, 'free', amount)
return 1
