defmodule HostTest do
  use ExUnit.Case, async: true

  alias HostApp.Queue.{Fence, FenceError, Jobs, Keyspace}

  @id "JOB0Nb1VTbfnu4"

  # HostApp.Redis.eval/4 tells its connection, this process, what it was asked.
  defp answered(answer, call) do
    send(self(), {:answer, answer})
    result = call.()
    assert_received {:eval, script, keys, args}
    {result, script, keys, args}
  end

  defp enqueue(answer), do: answered(answer, fn -> Jobs.enqueue(self(), "q", @id, "one") end)

  test "their connector is called, with their struct" do
    assert {{:ok, :enqueued}, %HostApp.Script{name: "enqueue"} = script, keys, args} = enqueue({:ok, 1})
    assert keys == ["host:{q}:job:" <> @id, "host:{q}:pending"]
    assert args == [@id, "one"]
    assert script.sha == Base.encode16(:crypto.hash(:sha, script.source), case: :lower)
    assert byte_size(script.source) == 307
  end

  test "the three answers, and what is none" do
    assert {{:ok, :duplicate}, _, _, _} = enqueue({:ok, 0})
    assert {{:error, :kind}, _, _, _} = enqueue({:error, {:server, "EMQKIND job id must be JOB-namespaced"}})
    assert {{:error, {:server, "EMQNEW x"}}, _, _, _} = enqueue({:error, {:server, "EMQNEW x"}})
    assert {{:error, {:unexpected_reply, 7}}, _, _, _} = enqueue({:ok, 7})
    for other <- [{:error, :closed}, {:error, %{reason: :timeout}}, :overloaded] do
      assert {^other, _, _, _} = enqueue(other)
    end
  end

  test "the variant that raises" do
    assert {:enqueued, _, _, _} = answered({:ok, 1}, fn -> Jobs.enqueue!(self(), "q", @id, "one") end)
    send(self(), {:answer, {:error, {:server, "EMQKIND no"}}})
    assert_raise HostApp.Queue.Error, "EMQKIND no", fn -> Jobs.enqueue!(self(), "q", @id, "one") end
    send(self(), {:answer, :overloaded})
    error = assert_raise HostApp.Queue.Error, fn -> Jobs.enqueue!(self(), "q", @id, "one") end
    assert error.reason == :overloaded
  end

  test "their ids are checked by theirs" do
    assert_raise ArgumentError, fn -> Keyspace.job_key("q", "job-42") end
    assert_raise ArgumentError, fn -> Keyspace.job_key("host", @id) end
    # Theirs does not know the largest snowflake.
    assert Keyspace.job_key("q", "JOBzzzzzzzzzzz") == "host:{q}:job:JOBzzzzzzzzzzz"
  end

  test "the fence takes a function that sends a command" do
    assert Fence.check(fn ["GET", "{host}:version"] -> {:ok, "host:1"} end) == :ok
    assert {:error, %FenceError{found: "x"}} = Fence.check(fn ["GET", _] -> {:ok, "x"} end)
  end

  test "only what is missing is emitted" do
    for theirs <- [HostApp.Queue.Connector, HostApp.Queue.Executor, HostApp.Queue.Script, HostApp.Queue.BrandedId] do
      refute Code.ensure_loaded?(theirs)
    end

    assert HostApp.Queue.Record.Job.from_reply(["state", "pending", "payload", <<255>>]) ==
             {:ok, %HostApp.Queue.Record.Job{state: :pending, payload: <<255>>}}
  end
end
