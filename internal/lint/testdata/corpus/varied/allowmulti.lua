-- emqgen:allow key-argv the namespace is checked by the host
return redis.call(
  'DEL',
  'c:' .. ARGV[1],
  KEYS[1]
)
