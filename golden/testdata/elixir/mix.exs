defmodule Golden.MixProject do
  use Mix.Project

  def project do
    [app: :golden, version: "1.0.0", elixir: "~> 1.14", deps: []]
  end
end
