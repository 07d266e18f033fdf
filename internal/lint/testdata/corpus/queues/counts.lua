local rcall = redis.call
return {
  rcall('LLEN', KEYS[1]),
  rcall('ZCARD', KEYS[2]),
  rcall('ZCARD', KEYS[3]),
  rcall('ZCARD', KEYS[4]),
  rcall('ZCARD', KEYS[5]),
}
