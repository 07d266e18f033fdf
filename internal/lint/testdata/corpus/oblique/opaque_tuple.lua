local row = redis.call('HMGET', KEYS[1], 'tries', 'state')
if ARGV[1] == 'a' then
  return {row[1] or 0, 1, 'open'}
elseif ARGV[1] == 'b' then
  return {row[1] or 0, ARGV[1], 'open'} -- want reply-type
end
return {row[1] or 0, 1, row[2] or 'open'} -- want reply-type
