local ok, m = pcall(cmsgpack.unpack, ARGV[1])
if not ok or type(m) ~= 'table' then
  return redis.error_reply('BADPACK the packed job is unreadable')
end
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'name', m['name'], 'data', cmsgpack.pack(m.data), 'state', 'wait', 'priority', m[3] or 0)
return 1
