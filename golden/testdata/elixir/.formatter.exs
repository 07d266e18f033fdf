[
  inputs: ["mix.exs", ".formatter.exs", "lib/**/*.ex"]
]
