return ARGV[1] or false
