for i, q in ipairs({KEYS[1], KEYS[3]}) do
  local item = redis.call('LPOP', q)
  if item then
    redis.call('RPUSH', KEYS[2], item)
    return {i, item}
  end
end
return false
