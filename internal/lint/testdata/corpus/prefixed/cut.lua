local prefix = string.match(KEYS[1], '^(.-}:)')
local n = redis.call('DEL', prefix .. ARGV[1])
local head = KEYS[1]:sub(1, KEYS[1]:find('}'))
n = n + redis.call('DEL', head .. ':' .. ARGV[1])
local tail = KEYS[1]:sub(6)
return n + redis.call('DEL', tail) -- want key-extended
