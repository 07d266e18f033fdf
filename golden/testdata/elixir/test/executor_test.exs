defmodule ExecutorTest do
  use ExUnit.Case, async: true

  alias Enqueue.{Call, Connector, Fence, FenceError, Jobs}

  @id "JOB0Nb1VTbfnu4"
  @noscript {:error, {:server, "NOSCRIPT No matching script. Please use EVAL."}}

  defp script, do: hd(Jobs.scripts())
  defp sha, do: script().sha

  # A connection that answers from a list of expected commands, and refuses any other.
  defp scripted(steps) do
    {:ok, agent} = Agent.start_link(fn -> steps end)

    conn =
      {Stub,
       fn command ->
         Agent.get_and_update(agent, fn
           [{head, answer} | rest] ->
             if List.starts_with?(command, head), do: {answer, rest}, else: {{:unexpected, command, head}, []}

           [] ->
             {{:unexpected, command, :nothing}, []}
         end)
       end}

    {conn, fn -> Agent.get(agent, & &1) == [] end}
  end

  defp runs(steps, wanted) do
    {conn, done?} = scripted(steps)
    assert Jobs.enqueue(conn, "q", @id, "one") == wanted
    assert done?.()
  end

  test "a script runs by its digest, once" do
    runs([{["EVALSHA", sha(), "2", "emq:{q}:job:" <> @id, "emq:{q}:pending", @id, "one"], {:ok, 1}}], {:ok, :enqueued})
  end

  test "a server that lacks it is sent the source, then the call once more" do
    load = {["SCRIPT", "LOAD", script().source], {:ok, sha()}}
    runs([{["EVALSHA"], @noscript}, load, {["EVALSHA"], {:ok, 1}}], {:ok, :enqueued})
    # The second attempt is read as the first.
    kind = {:error, {:server, "EMQKIND job id must be JOB-namespaced"}}
    runs([{["EVALSHA"], @noscript}, load, {["EVALSHA"], kind}], {:error, :kind})
    new = {:error, {:server, "EMQNEW a word of tomorrow"}}
    runs([{["EVALSHA"], @noscript}, load, {["EVALSHA"], new}], new)
    runs([{["EVALSHA"], @noscript}, load, {["EVALSHA"], @noscript}], @noscript)
    lost = {:error, {:transport, :closed}}
    runs([{["EVALSHA"], @noscript}, load, {["EVALSHA"], lost}], lost)
    runs([{["EVALSHA"], @noscript}, {["SCRIPT", "LOAD"], lost}], lost)
    readonly = {:error, {:server, "READONLY You can't write against a read only replica."}}
    runs([{["EVALSHA"], @noscript}, {["SCRIPT", "LOAD"], readonly}], readonly)
  end

  test "another digest is a hard error" do
    runs(
      [{["EVALSHA"], @noscript}, {["SCRIPT", "LOAD"], {:ok, "0000"}}],
      {:error, {:sha_mismatch, %{script: "enqueue", expected: sha(), found: "0000"}}}
    )
  end

  test "only the first word counts, and only from the server" do
    exists = fn known -> {["SCRIPT", "EXISTS", sha()], {:ok, [known]}} end
    load = {["SCRIPT", "LOAD"], {:ok, sha()}}

    for text <- ["NOSCRIPT", "NOSCRIPT another wording"] do
      said = {:error, {:server, text}}
      runs([{["EVALSHA"], said}, exists.(0), load, {["EVALSHA"], {:ok, 0}}], {:ok, :duplicate})
      # The server has it, so it was the script who spoke: running it again could do it twice.
      runs([{["EVALSHA"], said}, exists.(1)], said)
      runs([{["EVALSHA"], said}, exists.("1")], said)
    end

    for text <- ["NOSCRIPTS x", "ERR NOSCRIPT No matching script", ""] do
      runs([{["EVALSHA"], {:error, {:server, text}}}], {:error, {:server, text}})
    end
  end

  test "transport errors are no verdicts, and nothing is sent twice" do
    for reason <- [:closed, :timeout, %{reason: :econnrefused}] do
      runs([{["EVALSHA"], {:error, {:transport, reason}}}], {:error, {:transport, reason}})
    end
  end

  test "many calls: what was lost is sent again, what was not is not" do
    {conn, done?} =
      scripted([
        {["EVALSHA", sha(), "2", "emq:{a}:job:" <> @id], @noscript},
        {["EVALSHA", sha(), "2", "emq:{b}:job:" <> @id], {:ok, 1}},
        {["EVALSHA", sha(), "2", "emq:{c}:job:" <> @id], @noscript},
        {["SCRIPT", "LOAD"], {:ok, sha()}},
        {["EVALSHA", sha(), "2", "emq:{a}:job:" <> @id], {:ok, 0}},
        {["EVALSHA", sha(), "2", "emq:{c}:job:" <> @id], {:error, {:server, "EMQKIND x"}}}
      ])

    calls = for q <- ["a", "b", "c"], do: Jobs.enqueue_call(q, @id, "")
    assert Call.run_many(calls, conn) == [{:ok, :duplicate}, {:ok, :enqueued}, {:error, :kind}]
    assert done?.()
  end

  test "many calls: a failed load leaves the other verdicts alone" do
    {conn, _} =
      scripted([
        {["EVALSHA"], @noscript},
        {["EVALSHA"], {:ok, 1}},
        {["SCRIPT", "LOAD"], {:ok, "0000"}}
      ])

    calls = for q <- ["a", "b"], do: Jobs.enqueue_call(q, @id, "")
    assert [{:error, {:sha_mismatch, _}}, {:ok, :enqueued}] = Call.run_many(calls, conn)
  end

  test "many calls: a connection that fails leaves every one unknown" do
    defmodule Broken do
      def pipeline(_, _), do: {:error, {:transport, :closed}}
      def typed?(_), do: true
    end

    calls = for q <- ["a", "b"], do: Jobs.enqueue_call(q, @id, "")
    assert Call.run_many(calls, {Broken, nil}) == List.duplicate({:error, {:transport, :closed}}, 2)
  end

  test "eval takes any struct with name, source and sha, and keys and arguments as they are" do
    {conn, _} = scripted([{["EVALSHA", "abc", "0", 1], {:ok, nil}}])
    assert Connector.eval(conn, %{name: "x", source: "return 1", sha: "abc"}, [], [1]) == {:ok, nil}
  end

  test "the fence" do
    get = fn answer -> {["GET", "{emq}:version"], answer} end
    set = {["SET", "{emq}:version", "enqueue:2.0.0", "NX"], {:ok, "OK"}}
    taken = {["SET", "{emq}:version", "enqueue:2.0.0", "NX"], {:ok, nil}}
    ours = {:ok, "enqueue:2.0.0"}
    theirs = {:ok, "other:1"}
    refused = {:error, %FenceError{found: "other:1", expected: "enqueue:2.0.0"}}
    lost = {:error, {:transport, :closed}}

    for {steps, wanted} <- [
          {[get.(ours)], :ok},
          {[get.({:ok, nil}), set, get.(ours)], :ok},
          {[get.({:ok, nil}), taken, get.(ours)], :ok},
          {[get.({:ok, nil}), taken, get.(theirs)], refused},
          {[get.(theirs)], refused},
          {[get.({:ok, "enqueue:2.0.0 "})], {:error, %FenceError{found: "enqueue:2.0.0 ", expected: "enqueue:2.0.0"}}},
          {[get.(lost)], lost},
          {[get.({:ok, nil}), put_elem(set, 1, lost)], lost}
        ] do
      {conn, done?} = scripted(steps)
      assert Fence.check(conn) == wanted
      assert done?.()
    end
  end
end
