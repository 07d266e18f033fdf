local Queue = {}
Queue.__index = Queue
Queue.__call = function(self, id) return self:push(id) end
function Queue.new(list, set) return setmetatable({list = list, set = set}, Queue) end
function Queue:push(id)
  if redis.call('ZADD', self.set, 'NX', 0, id) == 0 then return 0 end
  return redis.call('RPUSH', self.list, id)
end
local queue = Queue.new(KEYS[1], KEYS[2])
if ARGV[1] == '' then return 0 end
return queue(ARGV[1])
