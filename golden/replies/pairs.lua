local pairs = {}
for i = 1, #ARGV, 2 do
  pairs[#pairs + 1] = {ARGV[i], ARGV[i + 1] or false}
end
return pairs
