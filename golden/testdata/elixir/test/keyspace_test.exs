defmodule KeyspaceTest do
  use ExUnit.Case, async: true

  alias Enqueue.Keyspace
  alias KeysOnly.Record.Stock

  @id "JOB0Nb1VTbfnu4"

  test "addresses, byte for byte" do
    assert Keyspace.job_key("orders", @id) == "emq:{orders}:job:JOB0Nb1VTbfnu4"
    assert Keyspace.pending_key("orders") == "emq:{orders}:pending"
    assert Keyspace.version_key() == "{emq}:version"
    assert KeysOnly.Keyspace.stock_key("corner", -3) == "shop:{corner}:stock:-3"
    assert KeysOnly.Keyspace.visitors_key("corner", :spring) == "shop:{corner}:visitors:spring"
    assert KeysOnly.Keyspace.note_key("corner", <<0, 255>>) == <<"shop:{corner}:note:", 0, 255>>
    assert KeysOnly.Keyspace.twice_key("corner") == "shop:{corner}:twin:corner"
    assert KeysOnly.Keyspace.fixed_key() == "shop:all"
  end

  test "the family of a hole" do
    assert Keyspace.queue_key("orders", "pending") == "emq:{orders}:pending"
    assert Keyspace.queue_key("orders", "metrics:completed") == "emq:{orders}:metrics:completed"
    assert Keyspace.queue_key("orders", "job:" <> @id) == Keyspace.job_key("orders", @id)
    assert_raise ArgumentError, fn -> Keyspace.queue_key("emq", "pending") end
    assert_raise ArgumentError, fn -> Keyspace.queue_key("orders", :pending) end
  end

  test "the host gate" do
    for queue <- ["", "emq", "a b", "a{b", "a}b", "é", "orders\n", "a\0", <<255>>, :orders, nil, 'orders', String.duplicate("q", 129)] do
      error = assert_raise ArgumentError, fn -> Keyspace.pending_key(queue) end
      assert error.message =~ "ill-formed queue #{inspect(queue)}: expected "
    end

    assert Keyspace.pending_key(String.duplicate("q", 128)) =~ "qqq"
    assert Keyspace.pending_key("EMQ") == "emq:{EMQ}:pending"

    for id <- ["job-42", "JOBAzL8n0Y58m8", "USRzzzzzzzzzzz", "job0Nb1VTbfnu4", "JOB0Nb1VTbfnu", "JOB0Nb1VTbfnu44", "JÖB0Nb1VTbfnu", "JOB0Nb1VTbfn\n4", "", nil, 1] do
      assert_raise ArgumentError, fn -> Keyspace.job_key("orders", id) end
    end

    # The kind is the script's to refuse.
    assert Keyspace.job_key("orders", "ORD0Nb1VTbfnu4") == "emq:{orders}:job:ORD0Nb1VTbfnu4"
    for shelf <- ["3", 3.0, nil, 2 ** 63], do: assert_raise(ArgumentError, fn -> KeysOnly.Keyspace.stock_key("corner", shelf) end)
    for season <- ["spring", :easter, nil], do: assert_raise(ArgumentError, fn -> KeysOnly.Keyspace.visitors_key("corner", season) end)
    assert_raise ArgumentError, fn -> KeysOnly.Keyspace.note_key("corner", nil) end
  end

  test "slots" do
    assert Enqueue.Slot.of("123456789") == 12739
    assert Enqueue.Slot.of("emq:{orders}:pending") == 105
    assert Enqueue.Slot.of("{emq}:version") == 9051
    assert Enqueue.Slot.of("emq:{}:pending") == 7387
    assert Enqueue.Slot.of("emq:{}:active") == 5857
    assert Enqueue.Slot.of("a}b{c}d") == Enqueue.Slot.of("c")
    assert Enqueue.Slot.of("{a") == Enqueue.Slot.of("{a")
    assert Enqueue.Slot.of("") == 0
  end

  test "rows, of RESP2 and RESP3" do
    fields = %{"pieces" => "3", "price" => "0.5", "open" => "1", "label" => "é", "checked_at" => "0", "more" => "x"}
    stock = %Stock{pieces: 3, price: 0.5, open: true, label: "é", checked_at: 0}
    assert Stock.from_reply(fields) == {:ok, stock}
    assert Stock.from_reply(Enum.flat_map(fields, &Tuple.to_list/1)) == {:ok, stock}
    assert Stock.from_reply([]) == {:error, :not_found}
    assert Stock.from_reply(%{}) == {:error, :not_found}
    assert Stock.from_reply(Map.delete(fields, "price")) == {:error, {:missing, :price}}
    assert Stock.from_reply(%{fields | "price" => "dear"}) == {:error, {:malformed, :price, "dear"}}
    assert Stock.from_reply(%{fields | "label" => <<255>>}) == {:error, {:malformed, :label, <<255>>}}
    assert Stock.from_reply(nil) == {:error, {:unexpected_reply, nil}}
    assert Stock.from_reply(["odd"]) == {:error, {:unexpected_reply, ["odd"]}}
    test = self()
    conn = {Stub, fn command -> send(test, command) && {:ok, fields} end}
    assert Stock.fetch(conn, "corner", 3) == {:ok, stock}
    assert_received ["HGETALL", "shop:{corner}:stock:3"]
    assert_raise ArgumentError, fn -> Stock.fetch(conn, "admin", 3) end
    assert Stock.fetch({Stub, fn _ -> {:error, {:transport, :closed}} end}, "corner", 3) == {:error, {:transport, :closed}}
  end

  test "only what is needed is emitted" do
    for absent <- [KeysOnly.Call, KeysOnly.Error, KeysOnly.BrandedId, KeysOnly.Fence, Minimal.Keyspace, Minimal.Slot] do
      refute Code.ensure_loaded?(absent)
    end
  end
end
