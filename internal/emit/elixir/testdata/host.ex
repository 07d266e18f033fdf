# Modules of an application that the SDK is emitted into.

defmodule Host.Lua do
  @enforce_keys [:name, :source, :sha]
  defstruct [:name, :source, :sha]
end

defmodule Host.Ids do
  def valid?(<<a, b, c, _::binary-size(11)>>), do: Enum.all?([a, b, c], &(&1 in ?A..?Z))
  def valid?(_), do: false
end

defmodule Host.Wire do
  # Sends the source each time, and gives verdicts as integers.
  def eval(client, %_{name: name, source: source, sha: sha}, keys, args) do
    true = is_binary(name) and byte_size(sha) == 40

    case apply(:eredis, :q, [client, ["EVAL", source, length(keys)] ++ keys ++ args]) do
      {:ok, <<digit>>} when digit in ?0..?9 -> {:ok, digit - ?0}
      {:ok, reply} -> {:ok, reply}
      {:error, message} when is_binary(message) -> {:error, {:server, message}}
      {:error, reason} -> {:error, reason}
    end
  end
end
