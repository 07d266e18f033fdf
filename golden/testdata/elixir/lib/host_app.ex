defmodule HostApp.Script do
  @enforce_keys [:name, :source, :sha]
  defstruct [:name, :source, :sha]
end

defmodule HostApp.BrandedId do
  def valid?(<<brand::binary-size(3), digits::binary-size(11)>>) do
    brand =~ ~r/\A[A-Z]{3}\z/ and digits =~ ~r/\A[0-9A-Za-z]{11}\z/
  end

  def valid?(_), do: false
end

defmodule HostApp.Redis do
  # Answers what the process was told to, and tells it what was asked.
  def eval(conn, %HostApp.Script{} = script, keys, args) do
    send(conn, {:eval, script, keys, args})

    receive do
      {:answer, answer} -> answer
    end
  end
end
