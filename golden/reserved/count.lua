return #KEYS * 100 + #ARGV
