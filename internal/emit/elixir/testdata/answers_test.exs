ExUnit.start()

defmodule AnswersTest do
  use ExUnit.Case, async: false

  alias EchoMQ.{Call, Connection, Connector, Fence, FenceError, Jobs, Keyspace}
  alias EchoMQ.Record.Job

  @id "JOB0Nb1VTbfnu4"

  test "the driver writes long texts as they are, and awkward ones so that they can be read" do
    alias EchoMQ.Driver.Json
    payload = String.duplicate("a", 1_000_000)
    assert [?", ^payload, ?"] = Json.encode(payload)

    for text <- ["", "\"", "\\", "a\"b\\c\nd\0\x1F\x7Fé\u2028😀", "\n\n"] do
      line = IO.iodata_to_binary(Json.encode(%{"t" => text}))
      refute line =~ "\n"
      assert Json.decode(line) == %{"t" => text}
    end
  end

  for engine <- String.split(System.fetch_env!("ENGINES"), ","), adapter <- [Connector.Eredis, Connector.Redix] do
    [name, address] = String.split(engine, "=")
    [host, port] = String.split(address, ":")

    describe "#{name}, #{inspect(adapter)}:" do
      @describetag host: host, port: String.to_integer(port), adapter: adapter

      setup tags do
        {:ok, client} = :eredis.start_link(to_charlist(tags.host), tags.port)
        {:ok, "OK"} = :eredis.q(client, ["FLUSHALL"])
        {:ok, "OK"} = :eredis.q(client, ["SCRIPT", "FLUSH"])
        url = "redis://#{tags.host}:#{tags.port}"
        {:ok, pid} = tags.adapter.connect(url)
        [client: client, url: url, pid: pid, conn: {tags.adapter, pid}]
      end

      test "enqueued, duplicate, kind", %{conn: conn} do
        three_answers(conn, fn -> :ok end)
      end

      test "the same when the server forgets its scripts between calls", %{conn: conn, client: client} do
        three_answers(conn, fn -> {:ok, "OK"} = :eredis.q(client, ["SCRIPT", "FLUSH"]) end)
      end

      test "the connector gives the reply of the script", %{conn: conn} do
        script = hd(Jobs.scripts())
        keys = [Keyspace.job_key("q", @id), Keyspace.queue_key("q", "pending")]
        assert Connector.eval(conn, script, keys, [@id, "one"]) == {:ok, 1}
        assert Connector.eval(conn, script, keys, [@id, "two"]) == {:ok, 0}

        assert {:error, {:server, "EMQKIND " <> _}} =
                 Connector.eval(conn, script, keys, ["ORD0Nb1VTbfnu4", ""])
      end

      test "a refusal keeps its message where it is raised", %{conn: conn} do
        assert Jobs.enqueue!(conn, "q", @id, "one") == :enqueued

        error =
          assert_raise EchoMQ.Error, "EMQKIND job id must be JOB-namespaced", fn ->
            Jobs.enqueue!(conn, "q", "ORD0Nb1VTbfnu4", "one")
          end

        assert error.reason == :kind
      end

      test "many calls in one round trip, on a cold script cache", %{conn: conn} do
        calls = [
          Jobs.enqueue_call("q", @id, "one"),
          Jobs.enqueue_call("q", @id, "two"),
          Jobs.enqueue_call("q", "ORD0Nb1VTbfnu4", "one"),
          Jobs.enqueue_call("q", "JOB0IiuVjOBhPe", "three")
        ]

        assert Call.run_many(calls, conn) ==
                 [{:ok, :enqueued}, {:ok, :duplicate}, {:error, :kind}, {:ok, :enqueued}]

        assert {:ok, %Job{payload: "one"}} = Job.fetch(conn, "q", @id)
        assert Call.run_many([], conn) == []
      end

      test "many calls of one script, in more round trips than one", %{conn: conn} do
        ids = for i <- 1..1_200, do: EchoMQ.BrandedId.encode("JOB", i)
        assert conn |> Jobs.enqueue_many(for(id <- ids, do: {"q", id, id})) |> Enum.frequencies() == %{{:ok, :enqueued} => 1_200}
        assert {:ok, size} = Connector.command(conn, ["ZCARD", Keyspace.pending_key("q")])
        assert size in [1_200, "1200"]
        assert Jobs.enqueue_many(conn, []) == []
        assert_raise ArgumentError, fn -> Jobs.enqueue_many(conn, [{"q", hd(ids), ""}, {"q", "job-42", ""}]) end
        assert_raise ArgumentError, fn -> Jobs.enqueue_many(conn, [{"q", hd(ids)}]) end
        assert_raise ArgumentError, fn -> Jobs.enqueue_many(conn, {"q", hd(ids), ""}) end
      end

      test "different scripts in one round trip keep their order", %{conn: conn, client: client} do
        calls = [Jobs.claim_call("q", 60_000), Jobs.enqueue_call("q", @id, "one"), Jobs.claim_call("q", 60_000)]

        assert [{:ok, :empty}, {:ok, :enqueued}, {:ok, %{id: @id, payload: "one", attempts: 1}}] =
                 Call.run_many(calls, conn)

        assert {:ok, :completed} = Jobs.complete(conn, "q", @id, 1)
        {:ok, "OK"} = :eredis.q(client, ["SCRIPT", "FLUSH"])
        assert Jobs.claim(conn, "q", 60_000) == {:ok, :empty}
        # Only `claim` is known to the server now, and must not run before what it lacks.
        calls = [Jobs.enqueue_call("q", @id, "two"), Jobs.claim_call("q", 60_000)]
        assert [{:ok, :enqueued}, {:ok, %{payload: "two"}}] = Call.run_many(calls, conn)
      end

      test "any bytes are a payload", %{conn: conn} do
        for {payload, i} <- Enum.with_index(["", <<0>>, <<255, 254>>, "\r\n", String.duplicate("x", 1_000_000)]) do
          id = EchoMQ.BrandedId.encode("JOB", i)
          assert Jobs.enqueue(conn, "q", id, payload) == {:ok, :enqueued}
          assert {:ok, %Job{payload: ^payload}} = Job.fetch(conn, "q", id)
        end
      end

      test "a row reads as a struct, or says why not", %{conn: conn, client: client} do
        assert Job.fetch(conn, "q", @id) == {:error, :not_found}
        {:ok, :enqueued} = Jobs.enqueue(conn, "q", @id, "one")
        key = Keyspace.job_key("q", @id)
        {:ok, _} = :eredis.q(client, ["HSET", key, "from_the_future", "1"])

        assert Job.fetch(conn, "q", @id) ==
                 {:ok, %Job{state: :pending, attempts: 0, payload: "one", last_error: nil}}

        {:ok, _} = :eredis.q(client, ["HSET", key, "attempts", "many"])
        assert Job.fetch(conn, "q", @id) == {:error, {:malformed, :attempts, "many"}}
        {:ok, _} = :eredis.q(client, ["HDEL", key, "attempts"])
        assert Job.fetch(conn, "q", @id) == {:error, {:missing, :attempts}}
        {:ok, _} = :eredis.q(client, ["SET", Keyspace.job_key("r", @id), "no hash"])
        assert {:error, {:server, "WRONGTYPE" <> _}} = Job.fetch(conn, "r", @id)
      end

      test "the fence: absent, ours, somebody else's", %{conn: conn, client: client} do
        assert Fence.check(conn) == :ok
        assert {:ok, "echomq:2.0.0"} = :eredis.q(client, ["GET", "{emq}:version"])
        assert Fence.check(conn) == :ok
        {:ok, "OK"} = :eredis.q(client, ["SET", "{emq}:version", "other:1"])
        assert {:error, %FenceError{found: "other:1", expected: "echomq:2.0.0"} = error} = Fence.check(conn)
        assert Exception.message(error) =~ ~s("other:1")
      end

      test "the life of a job", %{conn: conn} do
        assert Jobs.claim(conn, "q", 60_000) == {:ok, :empty}
        assert Jobs.schedule(conn, "q", @id, "one", 0) == {:ok, :scheduled}
        assert Jobs.promote(conn, "q", 10) == {:ok, 1}
        assert Jobs.claim(conn, "q", 60_000) == {:ok, %{id: @id, payload: "one", attempts: 1}}
        assert Jobs.extend(conn, "q", @id, 1, 60_000) == {:ok, :extended}
        assert Jobs.complete(conn, "q", @id, 2) == {:error, :stale}
        assert Jobs.retry(conn, "q", @id, 1, 0, 1, "no luck") == {:ok, :dead}
        assert {:ok, %Job{state: :dead, last_error: "no luck"}} = Job.fetch(conn, "q", @id)
        assert {:ok, %EchoMQ.Record.MetricsFailed{count: 1}} = EchoMQ.Record.MetricsFailed.fetch(conn, "q")
      end

      test "a connection that is gone is no verdict", %{conn: conn, pid: pid} do
        Process.unlink(pid)
        ref = Process.monitor(pid)
        Process.exit(pid, :kill)
        assert_receive {:DOWN, ^ref, _, _, _}
        assert {:error, {:transport, _}} = Jobs.enqueue(conn, "q", @id, "one")
        assert {:error, {:transport, _}} = Fence.check(conn)
        assert [{:error, {how, _}}] = Call.run_many([Jobs.enqueue_call("q", @id, "")], conn)
        assert how in [:transport, :unsent]
      end

      test "a connection passes the fence each time it is made", %{client: client, url: url, adapter: adapter} do
        Process.flag(:trap_exit, true)
        {:ok, server} = Connection.start_link(adapter: adapter, connect: url)
        conn = {Connection, server}
        three_answers(conn, fn -> :ok end)
        assert Call.run_many([Jobs.enqueue_call("q", @id, "")], conn) == [{:ok, :duplicate}]

        # The server drops it, as on a restart; nothing of ours is sent before the fence is passed.
        drop(server, client)
        assert eventually(fn -> Jobs.enqueue(conn, "q", @id, "") end) == {:ok, :duplicate}

        {:ok, "OK"} = :eredis.q(client, ["SET", "{emq}:version", "other:1"])
        drop(server, client)
        assert_receive {:EXIT, ^server, %FenceError{found: "other:1"}}, 10_000
        assert {:error, {:transport, _}} = Jobs.enqueue(conn, "q", @id, "")

        assert {:error, %FenceError{found: "other:1", expected: "echomq:2.0.0"}} =
                 Connection.start_link(adapter: adapter, connect: url)
      end

      if name != "embedded" and adapter == Connector.Eredis do
        test "a user and a database of its own", %{client: client, url: "redis://" <> address} do
          Process.flag(:trap_exit, true)
          {:ok, "OK"} = :eredis.q(client, ["ACL", "SETUSER", "app", "on", ">s3cr:t", "~*", "+@all"])
          {:ok, pid} = Connector.Eredis.connect("redis://app:s3cr%3At@#{address}/3")
          conn = {Connector.Eredis, pid}
          assert Connector.command(conn, ["ACL", "WHOAMI"]) == {:ok, "app"}
          assert Connector.command(conn, ["SET", "here", "1"]) == {:ok, "OK"}
          assert {:ok, :undefined} = :eredis.q(client, ["GET", "here"])

          assert {:error, "WRONGPASS" <> _} = Connector.Eredis.connect("redis://app:no@#{address}")
          assert {:error, "ERR DB" <> _} = Connector.Eredis.connect("redis://app:s3cr%3At@#{address}/99")
        end

        test "an eredis without TLS says so", %{url: "redis://" <> address} do
          assert {:error, {:no_tls, "eredis " <> _}} = Connector.Eredis.connect("rediss://#{address}")
        end
      end

      test "nobody there", %{adapter: adapter} do
        Process.flag(:trap_exit, true)
        {:ok, socket} = :gen_tcp.listen(0, [])
        {:ok, port} = :inet.port(socket)
        :gen_tcp.close(socket)
        assert {:error, reason} = Connection.start_link(adapter: adapter, connect: "redis://127.0.0.1:#{port}")
        refute match?(%FenceError{}, reason)
      end
    end
  end

  # The embedded engine cannot drop a client by command.
  defp drop(server, client) do
    with {:error, _unknown} <- :eredis.q(client, ["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]) do
      Process.exit(:sys.get_state(server).client, :kill)
    end
  end

  defp eventually(fun, tries \\ 200) do
    case fun.() do
      {:error, {:transport, _}} when tries > 0 ->
        Process.sleep(25)
        eventually(fun, tries - 1)

      result ->
        result
    end
  end

  defp three_answers(conn, between) do
    assert Jobs.enqueue(conn, "q", @id, "one") == {:ok, :enqueued}
    between.()
    assert Jobs.enqueue(conn, "q", @id, "two") == {:ok, :duplicate}
    between.()
    assert Jobs.enqueue(conn, "q", "ORD0Nb1VTbfnu4", "one") == {:error, :kind}
    assert {:ok, %Job{state: :pending, attempts: 0, payload: "one"}} = Job.fetch(conn, "q", @id)
    assert {:ok, size} = Connector.command(conn, ["ZCARD", Keyspace.pending_key("q")])
    assert size in [1, "1"]
    assert Job.fetch(conn, "q", "ORD0Nb1VTbfnu4") == {:error, :not_found}
  end
end
