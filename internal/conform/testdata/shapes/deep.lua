return {'a', {{ARGV[1], 1}}}
