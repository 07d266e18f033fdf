local args = {'XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*'}
for i = 2, #ARGV do args[#args + 1] = ARGV[i] end
return redis.call(unpack(args)) -- want unpack-unbounded
