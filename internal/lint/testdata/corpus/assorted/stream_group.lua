local r = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '$', 'MKSTREAM')
if type(r) == 'table' and r['err'] then
  if r.err:match('^BUSYGROUP') then return 0 end
  return r
end
redis.call('SADD', KEYS[2], ARGV[1])
return 1
