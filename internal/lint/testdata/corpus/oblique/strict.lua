local commands = setmetatable({up = 'INCRBY', down = 'DECRBY'}, {
  __index = function() error({err = 'no such command'}) end, -- want refusal-no-class
  __newindex = function() error({err = 'the commands are fixed'}) end, -- want refusal-no-class
})
if tonumber(ARGV[1]) < 0 then
  return redis.call(commands.down, KEYS[1], -tonumber(ARGV[1]))
end
return redis.call(commands.up, KEYS[1], ARGV[1])
