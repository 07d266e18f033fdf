return ARGV[1]
