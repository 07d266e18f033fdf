return ARGV
