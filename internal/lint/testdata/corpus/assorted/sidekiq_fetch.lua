for _, q in ipairs(KEYS) do
  local job = redis.call('RPOP', q)
  if job then return job end
end
return nil
