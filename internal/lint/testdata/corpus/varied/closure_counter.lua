local function counter()
  local n = 0
  return function(by) n = n + (by or 1) return n end, function() return n end
end
local moved, movedN = counter()
local missing, missingN = counter()
for i = 1, #ARGV do
  if redis.call('ZREM', KEYS[2], ARGV[i]) == 1 then
    redis.call('RPUSH', KEYS[1], ARGV[i])
    moved()
  else
    missing()
  end
end
return {movedN(), missingN()}
