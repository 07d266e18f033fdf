local vars = {site = redis.call('GET', KEYS[1]) or 'none'}
local out = ARGV[1]:gsub('%$(%w+)', function(w) return vars[w] or '' end)
return out
