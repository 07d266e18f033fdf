local Queue = {}
Queue.__index = Queue
function Queue:push(id) return redis.call('ZADD', self.list, 0, id) end -- want key-type
function Queue:drop(id) return redis.call('DEL', id) end -- want key-argv
local queue = setmetatable({list = KEYS[1]}, Queue)
return queue:push(ARGV[1]) + queue:drop(ARGV[1])
