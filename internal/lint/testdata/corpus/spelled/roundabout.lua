local row = KEYS[1]
redis.call('HSET', row, 'id', ARGV[1]) -- want key-indirect
for i = 2, 2 do
  redis.call('LPUSH', KEYS[i], ARGV[1]) -- want key-indirect
end
redis.call('DEL', KEYS[3] .. ARGV[1]) -- want key-indirect
redis.call('DEL', KEYS[1], KEYS[2]) -- emqgen:allow key-indirect -- want allow-unused
-- emqgen:allow key-indirect the row is derived once more, on purpose
redis.call('HDEL', KEYS[3] .. ARGV[1], 'id')
return 1
