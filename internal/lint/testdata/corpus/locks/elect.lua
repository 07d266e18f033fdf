local leader = redis.call('GET', KEYS[1])
if leader == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
elseif not leader then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  leader = ARGV[1]
end
return leader
