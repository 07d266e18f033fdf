defmodule IdsTest do
  use ExUnit.Case, async: true

  alias Enqueue.BrandedId

  @ids [
    {"USR0KHTOWnGLuC", 274_557_032_793_636_864, 65_459_497_641, 0, 0},
    {"USR0NgWEfAEJfs", 320_636_799_581_945_856, 76_445_770_164, 0, 0},
    {"JOB0Nb1VTbfnu4", 319_436_884_017_152_000, 76_159_688_000, 0, 0},
    {"JOB0IiuVjOBhPe", 253_473_535_287_128_106, 60_432_800_123, 7, 42},
    {"JOB00000000000", 0, 0, 0, 0},
    {"JOBAzL8n0Y58m7", 9_223_372_036_854_775_807, 2_199_023_255_551, 1023, 4095}
  ]
  @epoch 1_704_067_200_000
  @no_ids ["job-42", "JOBAzL8n0Y58m8", "USRzzzzzzzzzzz", "job0Nb1VTbfnu4", "JOB0Nb1VTbfnu", "JOB0Nb1VTbfnu44", "JÖB0Nb1VTbfnu", "JOB0Nb1VTbfn\n4", "", nil, 1, 'JOB0Nb1VTbfnu4', <<"JOB0Nb1VTbfnu", 52::7>>]

  test "ids come apart and together" do
    for {id, snowflake, ts, node, seq} <- @ids do
      brand = binary_part(id, 0, 3)
      assert BrandedId.valid?(id)

      assert BrandedId.decode(id) ==
               {:ok, %BrandedId{brand: brand, snowflake: snowflake, time: @epoch + ts, node: node, seq: seq}}

      assert BrandedId.encode(brand, snowflake) == id
    end
  end

  test "what is no id" do
    for no_id <- @no_ids do
      refute BrandedId.valid?(no_id)
      assert BrandedId.decode(no_id) == :error
    end

    for {brand, snowflake} <- [{"job", 0}, {"JO", 0}, {"JOBS", 0}, {"JÖ", 0}, {nil, 0}, {"JOB", -1}, {"JOB", 2 ** 63}, {"JOB", "0"}] do
      assert_raise ArgumentError, fn -> BrandedId.encode(brand, snowflake) end
    end
  end

  test "a mint counts within a millisecond, carries, and outlives a clock that goes back" do
    clock = :atomics.new(1, signed: true)
    :atomics.put(clock, 1, @epoch + 1000)
    mint = BrandedId.new_mint(node: 7, clock: fn -> :atomics.get(clock, 1) end)
    next = fn -> {:ok, id} = BrandedId.decode(BrandedId.mint(mint, "JOB")); {id.time - @epoch, id.node, id.seq} end
    assert next.() == {1000, 7, 0}
    assert next.() == {1000, 7, 1}
    :atomics.put(clock, 1, @epoch + 10)
    assert next.() == {1000, 7, 2}
    :atomics.put(clock, 1, @epoch + 2000)
    assert next.() == {2000, 7, 0}
    for seq <- 1..4095, do: assert(next.() == {2000, 7, seq})
    assert next.() == {2001, 7, 0}
    :atomics.put(clock, 1, @epoch + 2001)
    assert next.() == {2001, 7, 1}
  end

  test "a clock before the epoch, and one after the end of time" do
    mint = BrandedId.new_mint(clock: fn -> 0 end)
    assert BrandedId.mint(mint, "JOB") == "JOB00000000000"
    assert BrandedId.mint(mint, "JOB") == "JOB00000000001"
    mint = BrandedId.new_mint(clock: fn -> @epoch + 2 ** 41 end)
    assert_raise ArgumentError, fn -> BrandedId.mint(mint, "JOB") end
  end

  test "mints of one process and of many never repeat" do
    minted = fn -> for _ <- 1..5_000, do: BrandedId.mint("JOB") end
    ids = 1..8 |> Enum.map(fn _ -> Task.async(minted) end) |> Enum.map(&Task.await/1)
    # In each process they are in order, and byte order is the order of minting.
    for list <- ids, do: assert(list == Enum.sort(list))
    all = List.flatten(ids)
    assert length(Enum.uniq(all)) == 40_000
    assert Enum.all?(all, &BrandedId.valid?/1)
  end

  test "a mint has a node within range" do
    for node <- [-1, 1024, "7", nil], do: assert_raise(ArgumentError, fn -> BrandedId.new_mint(node: node) end)
    assert_raise ArgumentError, fn -> BrandedId.mint("job") end
  end

  test "the layout is the one of the spec" do
    mint = Replies.BrandedId.new_mint(node: 255, clock: fn -> 1_577_836_800_001 end)

    assert {:ok, %{time: 1_577_836_800_001, node: 255, seq: 0, snowflake: 0x7FC00}} =
             Replies.BrandedId.decode(Replies.BrandedId.mint(mint, "ITM"))
  end
end
