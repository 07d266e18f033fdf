if redis.call('ZSCORE', KEYS[1], ARGV[1]) == nil then return redis.error_reply('GONE it is') end -- want nil-compare
if redis.call('ZCARD', KEYS[1]) > 10 then return redis.error_reply('FULL up') end -- want refusal-undeclared
if ARGV[1] == '' then return redis.error_reply('empty id') end -- want refusal-no-class
return redis.error_reply('MOVED elsewhere 1') -- want refusal-reserved
