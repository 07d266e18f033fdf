local mode = redis.call('hget', KEYS[2], 'mode')
if (mode == false) then
  redis.call('hset', KEYS[2], 'mode', 'read')
  redis.call('hset', KEYS[2], ARGV[1], 1)
  redis.call('pexpire', KEYS[2], ARGV[2])
  return 1
end
if (mode == 'read') or (mode == 'write' and redis.call('hexists', KEYS[2], ARGV[1] .. ':write') == 1) then
  local ind = redis.call('hincrby', KEYS[2], ARGV[1], 1)
  local key = KEYS[1] .. ':' .. ind
  redis.call('set', key, 1, 'px', ARGV[2]) -- want key-extended
  local remainTime = redis.call('pttl', KEYS[2])
  redis.call('pexpire', KEYS[2], math.max(remainTime, tonumber(ARGV[2])))
  return 1
end
return 0
