local row = redis.call('HMGET', KEYS[1], 'state', 'tries')
if row[1] == nil then -- want nil-compare
  return {false, false}
end
local note
if row[1] == 'failed' then
  return {row[1], note} -- want reply-nil
end
if row[2] == 0 then -- want type-compare
  return {state = row[1], tries = row[2]} -- want reply-named-table
end
return {row[1], row[2], row[1]} -- want reply-type
