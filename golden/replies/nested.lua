local rest = {}
for i = 2, #ARGV do
  rest[#rest + 1] = ARGV[i]
end
return {ARGV[1], rest, false}
