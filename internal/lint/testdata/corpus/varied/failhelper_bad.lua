local function fail(class, msg) return {err = class .. ' ' .. msg} end
if ARGV[1] == '' then return fail('EMPTY', 'no id') end -- want refusal-undeclared
if redis.call('HINCRBY', KEYS[1], 'attempts', 1) > 3 then -- want write-before-refusal
  return fail('STALE', 'too often')
end
return 1
