# Stands in for the client library Redix, with its API as far as the adapter
# calls it, and speaks RESP2 to a real server.

defmodule Redix.Error do
  defexception [:message]
end

defmodule Redix.ConnectionError do
  defexception [:reason]

  @impl true
  def message(%{reason: reason}), do: inspect(reason)
end

defmodule Redix do
  use GenServer

  alias Redix.{ConnectionError, Error}

  def start_link(url) when is_binary(url), do: start_link(url, [])

  def start_link(opts) when is_list(opts) do
    {:ok, _} = Keyword.fetch(opts, :host)
    true = Keyword.fetch!(opts, :sync_connect) and Keyword.fetch!(opts, :exit_on_disconnection)
    GenServer.start_link(__MODULE__, opts)
  end

  def start_link(url, opts) do
    %URI{scheme: "redis", host: host, port: port} = URI.parse(url)
    start_link([host: host, port: port] ++ opts)
  end

  def command(conn, command, opts \\ []) do
    case pipeline(conn, [command], opts) do
      {:ok, [%Error{} = error]} -> {:error, error}
      {:ok, [reply]} -> {:ok, reply}
      error -> error
    end
  end

  def pipeline(conn, [_ | _] = commands, opts \\ []) do
    GenServer.call(conn, {:pipeline, commands}, opts[:timeout] || 5000)
  end

  @impl true
  def init(opts) do
    case :gen_tcp.connect(to_charlist(opts[:host]), opts[:port], [:binary, active: true, packet: :raw]) do
      {:ok, socket} -> {:ok, socket}
      {:error, reason} -> {:stop, %ConnectionError{reason: reason}}
    end
  end

  @impl true
  def handle_call({:pipeline, commands}, _from, socket) do
    :inet.setopts(socket, active: false)
    :ok = :gen_tcp.send(socket, Enum.map(commands, &pack/1))
    replies = Enum.map(commands, fn _ -> read(socket) end)
    :inet.setopts(socket, active: true)
    {:reply, {:ok, replies}, socket}
  catch
    reason -> {:stop, %ConnectionError{reason: reason}, {:error, %ConnectionError{reason: :disconnected}}, socket}
  end

  @impl true
  def handle_info({:tcp_closed, socket}, socket), do: {:stop, %ConnectionError{reason: :tcp_closed}, socket}

  defp pack(command) do
    parts = Enum.map(command, &to_string/1)
    ["*#{length(parts)}\r\n" | Enum.map(parts, &"$#{byte_size(&1)}\r\n#{&1}\r\n")]
  end

  defp read(socket) do
    case line(socket) do
      "+" <> status -> status
      "-" <> message -> %Error{message: message}
      ":" <> number -> String.to_integer(number)
      "$-1" -> nil
      "*-1" -> nil
      "$" <> size -> size |> String.to_integer() |> bulk(socket)
      "*0" -> []
      "*" <> size -> for _ <- 1..String.to_integer(size), do: read(socket)
    end
  end

  defp bulk(size, socket) do
    <<text::binary-size(size), "\r\n">> = receive_raw(socket, size + 2)
    text
  end

  defp line(socket) do
    :inet.setopts(socket, packet: :line)
    line = receive_raw(socket, 0)
    :inet.setopts(socket, packet: :raw)
    String.trim_trailing(line, "\r\n")
  end

  defp receive_raw(socket, size) do
    case :gen_tcp.recv(socket, size) do
      {:ok, data} -> data
      {:error, reason} -> throw(reason)
    end
  end
end
