if redis.call('HSETNX', KEYS[1], 'paused', '1') == 0 then
  return 0
end
return 1
