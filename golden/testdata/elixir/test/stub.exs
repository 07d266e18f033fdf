defmodule Stub do
  @moduledoc "A connection that answers by a function: `{Stub, fun}`, or `{Stub.Untyped, fun}`."

  def command(fun, command), do: fun.(command)
  def pipeline(fun, commands), do: {:ok, Enum.map(commands, fun)}
  def typed?(_), do: true

  @doc "A connection that gives every script this reply."
  def replying(reply, adapter \\ __MODULE__), do: {adapter, fn _command -> {:ok, reply} end}
end

defmodule Stub.Untyped do
  @moduledoc "As a client that gives integers as text."

  defdelegate command(fun, command), to: Stub
  defdelegate pipeline(fun, commands), to: Stub
  def typed?(_), do: false
end
