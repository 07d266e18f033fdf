local limit = assert(tonumber(ARGV[1]), 'RLINPUT no number') -- want refusal-raised
local used = redis.call('GET', KEYS[1])
if not used then
  return -- want reply-undeclared
end
if used > limit then -- want type-compare
  return '0' .. used
end
return tonumber(used)
