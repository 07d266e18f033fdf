local function named(tenant, kind)
  return 'lock:{' .. tenant .. '}:' .. kind
end

local function take(key, owner)
  return redis.call('SET', key, owner, 'NX') -- want key-argv
end

local ok = take(named(ARGV[1], 'main'), ARGV[2])
if ok then
  return 1
end
if redis.call('SET', KEYS[1], ARGV[2], 'NX') then
  return 1
end
return 0
