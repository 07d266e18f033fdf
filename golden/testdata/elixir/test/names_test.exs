defmodule NamesTest do
  use ExUnit.Case, async: true

  test "keywords and names of Kernel are called like any other" do
    conn = Stub.replying(1)
    assert Reserved.Type.end_(conn, "t", "x", 0) == {:ok, :ok}
    assert Reserved.Type.def_(conn, "t", "c", "") == {:ok, 1}
    assert Reserved.Type.class(conn, "a", "b", "c", "d") == {:ok, 1}
    assert Reserved.Type.import_(conn, "a", "b", "c", "d", "e") == {:ok, 1}
    assert Reserved.Type.do_(conn, "a", "b", "c", "d", "e", "f", "g") == {:ok, 1}
    assert Reserved.Type.nil_(conn, "a", "b", "c", "d", "e", "f", "g") == {:ok, 1}
    assert Reserved.With.eval(conn, "a", "b", "c", "d", "e") == {:ok, 1}
    assert Reserved.With.inspect(conn, 1, 2, :self) == {:ok, 1}
    assert Reserved.With.inspect(conn, 1, 2, nil) == {:ok, 1}
    assert Reserved.Type.nil_call("a", "b", "c", "d", "e", "f", "g").args == ["a", "b", "c", "d", "e", "f", "g"]
    assert Reserved.With.yield_call(yield: "a", lambda: "b").args == ["a", "b"]
    assert Reserved.Keyspace.key_key("t", nil) == "r:{t}:key:nil"
    assert Reserved.Keyspace.key_key("t", true) == "r:{t}:key:true"
  end

  test "verdicts, members and fields" do
    assert Reserved.With.yield(Stub.replying("nil")) == {:ok, nil}
    assert Reserved.With.yield(Stub.replying("true")) == {:ok, true}
    assert Reserved.With.str(Stub.replying(nil), "", "", true, 0.5, "") == {:ok, nil}
    assert {:ok, %{end: 1, class: "c"}} = Reserved.With.tuple(Stub.replying(["c", "t", 1, nil, 2, 3]), "", "", "")
    fields = ~w(type t class c end 1 nil n from None def 1 func 0.5 keys k fields f)
    assert {:ok, %Reserved.Record.Import{end: 1, nil: "n", from: :None, def: true}} = Reserved.Record.Import.from_reply(fields)
  end

  test "spellings that the spec chose" do
    alias Chosen.Things.{Actions, Error, Keyspace, Record}
    assert Keyspace.record_key("q") == "o:{q}:row"
    assert Keyspace.queue_key("q", "row") == Keyspace.record_key("q")
    assert Actions.push(Stub.replying(0), "q", "", 1) == {:ok, :repeated}
    assert Actions.push(Stub.replying(-1), "q", "", 1) == {:error, :too_late}
    assert Error.refusal("OOPS x") == :mishap
    assert {:ok, %Record.Record{state: :alive, n: nil}} = Record.Record.from_reply(["st", "a"])
  end

  test "docs come from the spec, whatever is in them" do
    assert {:docs_v1, _, _, _, %{"en" => doc}, _, docs} = Code.fetch_docs(Docs)
    assert doc =~ ~S(""" three quotes)
    assert doc =~ "\#{interpolation}"
    assert doc =~ ~S(\ a backslash, \n and \u0041)
    assert docs != []
    {:docs_v1, _, _, _, %{"en" => keyspace}, _, functions} = Code.fetch_docs(Docs.Keyspace)
    assert keyspace =~ "ArgumentError"
    [text] = for {{:function, :k_key, 1}, _, _, %{"en" => text}, _} <- functions, do: text
    assert text =~ "\u2028 and \u202E overrides"
    assert text =~ "日本語"
  end
end
