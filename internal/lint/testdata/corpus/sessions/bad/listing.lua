local ids = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  ids[#ids + 1] = id
end
if #ids > 1000 then
  return {} -- want reply-undeclared
end
return cjson.encode({ids = ids, rest = {}}) .. cjson.encode(ids) -- want json-empty-table json-empty-table
