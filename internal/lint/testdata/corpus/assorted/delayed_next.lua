local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if head[1] == false then -- want nil-compare
  return false
end
return head[2]
