#!lua flags=no-writes
local function rank() return redis.call('ZREVRANK', KEYS[1], ARGV[1]) end
if rank() then
  return redis.call('ZREM', KEYS[2], ARGV[1]) -- want shebang-writes
end
return 0
