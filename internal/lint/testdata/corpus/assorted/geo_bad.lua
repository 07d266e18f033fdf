return redis.call('GEORADIUS', KEYS[1], ARGV[1], ARGV[2], 5, 'km', 'STORE', KEYS[2]) -- want key-index reply-undeclared
