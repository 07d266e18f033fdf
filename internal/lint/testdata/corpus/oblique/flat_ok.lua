local row = {state = 'open', tries = 0, payload = ARGV[1], mode = redis.call('TIME')[1], note = ARGV[2]}
local flat = {}
for field, value in pairs(row) do
  flat[#flat + 1] = field
  flat[#flat + 1] = value
end
return redis.call('HSET', KEYS[1], unpack(flat))
