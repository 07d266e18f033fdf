return {{{ARGV[1], ARGV[1]}, {'a', 1}, {ARGV[1]}}}
