local counts = setmetatable({}, {__index = function() return 0 end})
for _, word in ipairs(redis.call('LRANGE', KEYS[1], 0, 99)) do
  counts[word] = counts[word] + 1
end
local words = 0
for word, n in pairs(counts) do
  redis.call('HINCRBY', KEYS[2], word, n)
  words = words + 1
end
return words
