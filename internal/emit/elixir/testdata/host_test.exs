ExUnit.start()

defmodule HostTest do
  use ExUnit.Case, async: false

  @id "JOB0Nb1VTbfnu4"

  for engine <- String.split(System.fetch_env!("ENGINES"), ",") do
    [name, address] = String.split(engine, "=")
    [host, port] = String.split(address, ":")
    @host host
    @port String.to_integer(port)

    for root <- [Plain, OnlyScript, OnlyId, ScriptAndId] do
      test "#{name}: #{inspect(root)} with a connector of its own" do
        client = client(@host, @port)
        three_answers(unquote(root), {Module.concat(unquote(root), Connector.Eredis), client})
      end
    end

    for root <- [OnlyConnector, ConnectorAndScript, Every.One] do
      test "#{name}: #{inspect(root)} with the connector of the host" do
        three_answers(unquote(root), client(@host, @port))
      end
    end
  end

  test "only what is missing is there" do
    for {root, missing} <- [
          {Plain, []},
          {OnlyScript, [Script]},
          {OnlyId, [BrandedId]},
          {OnlyConnector, [Connector, Connector.Redix, Connector.Eredis, Executor, Connection]},
          {Every.One, [Script, BrandedId, Connector, Connector.Eredis, Executor, Connection]}
        ],
        module <- [Script, BrandedId, Connector, Connector.Eredis, Executor, Connection, Fence, Call, Keyspace, Gate] do
      present = Code.ensure_loaded?(Module.concat(root, module))
      assert present == module not in missing, "#{inspect(root)} #{inspect(module)}"
    end
  end

  test "scripts are structs of the host" do
    assert %Host.Lua{} = hd(OnlyScript.scripts())
    assert %Host.Lua{} = hd(Every.One.scripts())
    assert %{__struct__: OnlyConnector.Script} = hd(OnlyConnector.scripts())
  end

  test "ids are checked by the host" do
    odd = "ODD~~~~~~~~~~~"
    assert OnlyId.Keyspace.job_key("q", odd) =~ odd
    assert_raise ArgumentError, fn -> Plain.Keyspace.job_key("q", odd) end
    assert_raise ArgumentError, fn -> Every.One.Keyspace.job_key("q", "odd") end
  end

  defp client(host, port) do
    {:ok, client} = :eredis.start_link(to_charlist(host), port)
    {:ok, "OK"} = :eredis.q(client, ["FLUSHALL"])
    client
  end

  defp three_answers(root, conn) do
    jobs = Module.concat(root, Jobs)
    assert jobs.enqueue(conn, "q", @id, "one") == {:ok, :enqueued}
    assert jobs.enqueue(conn, "q", @id, "two") == {:ok, :duplicate}
    assert jobs.enqueue(conn, "q", "ORD0Nb1VTbfnu4", "one") == {:error, :kind}
    assert {:ok, %{id: @id, payload: "one", attempts: 1}} = jobs.claim(conn, "q", 60_000)
  end
end
