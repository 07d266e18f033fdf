defmodule RepliesTest do
  use ExUnit.Case, async: true

  alias Replies.Ask

  @id "ITM00000000001"

  test "verdicts by integer" do
    assert Ask.verdict_int(Stub.replying(1), 1) == {:ok, :yes_it_is}
    assert Ask.verdict_int(Stub.replying(0), 1) == {:ok, :no_it_is_not}
    assert Ask.verdict_int(Stub.replying(-1), 1) == {:error, :gone}
    assert Ask.verdict_int(Stub.replying(2), 1) == {:error, {:unexpected_reply, 2}}
    assert Ask.verdict_int(Stub.replying("1"), 1) == {:error, {:unexpected_reply, "1"}}
    assert Ask.verdict_int(Stub.replying(nil), 1) == {:error, {:unexpected_reply, nil}}
  end

  test "verdicts by integer, through a client that gives integers as text" do
    assert Ask.verdict_int(Stub.replying("1", Stub.Untyped), 1) == {:ok, :yes_it_is}
    assert Ask.verdict_int(Stub.replying("-1", Stub.Untyped), 1) == {:error, :gone}
    assert Ask.verdict_int(Stub.replying("2", Stub.Untyped), 1) == {:error, {:unexpected_reply, "2"}}
  end

  test "errors, through a client that mistakes them for text" do
    assert Ask.verdict_int(Stub.replying("HELD by another", Stub.Untyped), 1) == {:error, :held}
    assert Ask.verdict_int(Stub.replying("OTHER x", Stub.Untyped), 1) == {:error, {:server, "OTHER x"}}
    assert Ask.as_count(Stub.replying("HELD by another", Stub.Untyped), 1) == {:error, :held}
    assert Ask.pair(Stub.replying("HELD by another", Stub.Untyped)) == {:error, :held}
    # Where text is an answer, it stays one.
    assert Ask.as_text(Stub.replying("HELD by another", Stub.Untyped), "") == {:ok, "HELD by another"}
    assert Ask.raw(Stub.replying("HELD by another", Stub.Untyped), [""]) == {:ok, "HELD by another"}
  end

  test "verdicts by string" do
    assert Ask.verdict_str(Stub.replying("alive"), "") == {:ok, :alive}
    assert Ask.verdict_str(Stub.replying("dead"), "") == {:ok, :dead}
    assert Ask.verdict_str(Stub.replying("lost"), "") == {:error, :lost}
    assert Ask.verdict_str(Stub.replying("Alive"), "") == {:error, {:unexpected_reply, "Alive"}}
  end

  test "declared classes, undeclared ones, and errors that are no reply" do
    refusing = fn message -> {Stub, fn _ -> {:error, {:server, message}} end} end
    assert Ask.verdict_int(refusing.("HELD by another"), 1) == {:error, :held}
    assert Ask.verdict_int(refusing.("HELD"), 1) == {:error, :held}
    assert Ask.as_count(refusing.("HELD by another"), 1) == {:error, :held}

    for message <- ["HELDOVER x", "ERR HELD", "EMQNEW x", "held x", "", <<255>>] do
      assert Ask.verdict_int(refusing.(message), 1) == {:error, {:server, message}}
    end

    conn = {Stub, fn _ -> {:error, {:transport, :closed}} end}
    assert Ask.verdict_int(conn, 1) == {:error, {:transport, :closed}}
    error = assert_raise Replies.Error, fn -> Ask.verdict_int!(conn, 1) end
    assert error.reason == {:transport, :closed}
    error = assert_raise Replies.Error, "HELD by another", fn -> Ask.verdict_int!(refusing.("HELD by another"), 1) end
    assert error.reason == :held
    error = assert_raise Replies.Error, fn -> Ask.verdict_int!(Stub.replying(-1), 1) end
    assert error.reason == :gone
  end

  test "numbers" do
    for {reply, value} <- [{0, 0}, {7, 7}, {"7", 7}, {"9223372036854775807", 9_223_372_036_854_775_807}] do
      assert Ask.as_count(Stub.replying(reply), 0) == {:ok, value}
      assert Ask.as_int(Stub.replying(reply), 0) == {:ok, value}
      assert Ask.as_millis(Stub.replying(reply), 0) == {:ok, value}
      assert Ask.as_instant(Stub.replying(reply), 0) == {:ok, value}
    end

    assert Ask.as_int(Stub.replying(-7), 0) == {:ok, -7}
    assert Ask.as_int(Stub.replying("-7"), 0) == {:ok, -7}
    unexpected(&Ask.as_count(&1, 0), [-1, "-1", nil, 1.0, "", "x", "1x", "+1", " 1", "1.0", [1], true])
    unexpected(&Ask.as_int(&1, 0), ["9223372036854775808", 9_223_372_036_854_775_808, "-", nil])

    for {reply, value} <- [
          {"0.5", 0.5},
          {"3", 3.0},
          {3, 3.0},
          {1.5, 1.5},
          {"1e+14", 1.0e14},
          {"inf", :infinity},
          {"-inf", :neg_infinity}
        ] do
      assert Ask.as_float(Stub.replying(reply), 0.0) == {:ok, value}
    end

    unexpected(&Ask.as_float(&1, 0.0), ["", "x", "0.5 ", "nan", nil, true])
  end

  test "text, bytes, status, bool, ids and enums" do
    assert Ask.as_text(Stub.replying("é"), "") == {:ok, "é"}
    unexpected(&Ask.as_text(&1, ""), [<<255>>, nil, 1])
    assert Ask.as_bytes(Stub.replying(<<0, 255>>), "") == {:ok, <<0, 255>>}
    unexpected(&Ask.as_bytes(&1, ""), [nil, 1, ["x"]])
    assert Ask.as_status(Stub.replying("READY")) == {:ok, "READY"}
    for yes <- [1, "1", true], do: assert(Ask.as_bool(Stub.replying(yes), true) == {:ok, true})
    for no <- [0, "0", false], do: assert(Ask.as_bool(Stub.replying(no), true) == {:ok, false})
    unexpected(&Ask.as_bool(&1, true), [2, "yes", nil])
    assert Ask.as_branded(Stub.replying(@id), @id) == {:ok, @id}
    unexpected(&Ask.as_branded(&1, @id), ["job-42", nil])
    assert Ask.as_enum(Stub.replying("green"), :red) == {:ok, :green}
    unexpected(&Ask.as_enum(&1, :red), ["blue", :green, nil])
  end

  test "nothing, or a value" do
    for nothing <- [nil, false, [], %{}] do
      assert Ask.maybe(Stub.replying(nothing)) == {:ok, :empty}
      assert Ask.maybe_error(Stub.replying(nothing)) == {:error, :missing}
      assert Ask.pair(Stub.replying(nothing)) == {:ok, :empty}
    end

    assert Ask.maybe(Stub.replying("x")) == {:ok, "x"}
    assert Ask.maybe(Stub.replying("")) == {:ok, ""}
  end

  test "tuples" do
    row = %{id: @id, payload: <<255>>, attempts: 3, note: "n"}
    assert Ask.pair(Stub.replying([@id, <<255>>, 3, "n"])) == {:ok, row}
    assert Ask.pair(Stub.replying([@id, <<255>>, "3", nil])) == {:ok, %{row | note: nil}}
    # A nil inside a table ends the reply there.
    assert Ask.pair(Stub.replying([@id, <<255>>, "3"])) == {:ok, %{row | note: nil}}
    unexpected(&Ask.pair/1, [[@id], [@id, nil, 3], [@id, "", "x"], [@id, "", 3, "n", "more"], "x", %{"id" => @id}])
    assert Ask.mixed(Stub.replying("closed"), ["x"]) == {:ok, :closed}
    assert Ask.mixed(Stub.replying([@id, 2]), ["x"]) == {:ok, %{id: @id, size: 2}}
  end

  test "lists and maps, of RESP2 and RESP3" do
    assert Ask.ids(Stub.replying([])) == {:ok, []}
    assert Ask.ids(Stub.replying([@id, @id])) == {:ok, [@id, @id]}
    assert Ask.ids(Stub.replying(MapSet.new([@id]))) == {:ok, [@id]}
    unexpected(&Ask.ids/1, [nil, [@id, nil], "x"])
    pairs = [%{name: "a", value: "1"}, %{name: "b", value: nil}]
    assert Ask.pairs(Stub.replying([["a", "1"], ["b", nil]])) == {:ok, pairs}
    assert Ask.pairs(Stub.replying([["a", "1"], ["b"]])) == {:ok, pairs}
    assert Ask.table(Stub.replying(["a", "1", "b", "2"])) == {:ok, %{"a" => "1", "b" => "2"}}
    assert Ask.table(Stub.replying(%{"a" => "1"})) == {:ok, %{"a" => "1"}}
    assert Ask.table(Stub.replying([])) == {:ok, %{}}
    unexpected(&Ask.table/1, [["a"], ["a", nil], nil])
    assert Ask.rows(Stub.replying([@id, "1"])) == {:ok, %{@id => 1}}
    nested = %{head: "h", rest: ["a", <<255>>], more: %{"x" => 1}}
    assert Ask.nested(Stub.replying(["h", ["a", <<255>>], ["x", "1"]]), ["x"]) == {:ok, nested}
    assert Ask.nested(Stub.replying(["h", ["a", <<255>>]]), ["x"]) == {:ok, %{nested | more: nil}}
  end

  test "a reply that the spec does not describe is handed over as it comes" do
    for reply <- [nil, 1, "x", [1, [nil]], %{"a" => 1}] do
      assert Ask.raw(Stub.replying(reply), ["x"]) == {:ok, reply}
    end
  end

  defp unexpected(call, replies) do
    for reply <- replies do
      assert call.(Stub.replying(reply)) == {:error, {:unexpected_reply, reply}}
    end
  end
end
