-- All or nothing: first every row is looked at, then every row is changed.
local amount = tonumber(ARGV[1])
if not amount or amount <= 0 then
  return redis.error_reply('CTBAD the amount is none')
end
for i = 2, #ARGV do
  local free = tonumber(redis.call('HGET', KEYS[1] .. ARGV[i], 'free'))
  if not free or free < amount then
    return redis.error_reply('CTLOW not enough of ' .. ARGV[i])
  end
end
for i = 2, #ARGV do
  redis.call('HINCRBY', KEYS[1] .. ARGV[i], 'free', -amount)
  redis.call('HINCRBY', KEYS[1] .. ARGV[i], 'held', amount)
end
return 1
