defmodule ArgumentsTest do
  use ExUnit.Case, async: true

  alias Arguments.Calls

  @id "JOB0Nb1VTbfnu4"

  test "every type, as the wire carries it" do
    assert %{keys: [], args: args} = scalars()

    assert args ==
             ["é", <<0, 255>>, "-9223372036854775808", "0.1", "1", @id, "dark-green", "60000"] ++
               ["1780226888000", "0", "good"]
  end

  test "what is ill formed is refused" do
    for wrong <- [
          [a_text: <<255>>],
          [a_text: :atom],
          [a_text: nil],
          [some_bytes: 'list'],
          [an_int: 9_223_372_036_854_775_808],
          [an_int: 1.0],
          [an_int: "1"],
          [a_float: "0.1"],
          [a_float: 2 ** 1024],
          [a_float: :infinity],
          [a_bool: nil],
          [a_bool: 1],
          [an_id: "job-42"],
          [colour: "red"],
          [colour: :blue],
          [wait: 0.5],
          [mood: nil]
        ] do
      [{name, value}] = wrong
      error = assert_raise ArgumentError, fn -> scalars(wrong) end
      assert error.message =~ "ill-formed #{name} #{inspect(value)}: expected "
    end
  end

  test "nothing is sent when an argument is refused" do
    conn = {Stub, fn _ -> flunk("this was sent") end}
    assert_raise ArgumentError, fn -> Calls.holes(conn, "room", "job-42", "note") end
    assert_raise ArgumentError, fn -> Calls.holes(conn, "Room", @id, "note") end
    assert_raise ArgumentError, fn -> Calls.holes!(conn, "room", @id, <<255>>) end
  end

  test "floats are the shortest decimal, spelled alike in every language" do
    for {float, text} <- [
          {0.0, "0"},
          {-0.0, "-0"},
          {1.0, "1"},
          {7, "7"},
          {-1.5, "-1.5"},
          {0.1, "0.1"},
          {1.0e-6, "0.000001"},
          {1.5e-6, "0.0000015"},
          {1.0e-7, "1e-07"},
          {1.25e-7, "1.25e-07"},
          {123_456_789.125, "123456789.125"},
          {1.0e14, "100000000000000"},
          {1.0e20, "100000000000000000000"},
          {123.0e18, "123000000000000000000"},
          {1.0e21, "1e+21"},
          {1.234e100, "1.234e+100"},
          {5.0e-324, "5e-324"},
          {1.7976931348623157e308, "1.7976931348623157e+308"}
        ] do
      assert Enum.at(scalars(a_float: float).args, 3) == text
    end
  end

  test "optional arguments are there from the front" do
    assert Calls.optionals_call("a").args == ["a"]
    assert Calls.optionals_call("a", limit: 0).args == ["a", "0"]
    assert Calls.optionals_call("a", order: :up, limit: 1).args == ["a", "1", "up"]
    assert Calls.optionals_call("a", limit: 1, order: :up, lease: 5).args == ["a", "1", "up", "5"]
    assert_raise ArgumentError, ~r/order needs limit/, fn -> Calls.optionals_call("a", order: :up) end
    assert_raise ArgumentError, ~r/lease needs order/, fn -> Calls.optionals_call("a", limit: 1, lease: 1) end
    assert_raise ArgumentError, fn -> Calls.optionals_call("a", limit: "1") end
    assert_raise ArgumentError, fn -> Calls.optionals_call("a", limits: 1) end
    assert_raise ArgumentError, fn -> Calls.optionals_call("a", %{limit: 1}) end
  end

  test "one or more, none or more" do
    assert Calls.variadics_call("a", [@id, @id]).args == ["a", @id, @id]
    assert_raise ArgumentError, fn -> Calls.variadics_call("a", []) end
    assert_raise ArgumentError, fn -> Calls.variadics_call("a", [@id, "job-42"]) end
    assert_raise ArgumentError, fn -> Calls.variadics_call("a", @id) end
    assert Calls.any_number_call().args == []
    assert Calls.any_number_call(names: ["a", "b"]).args == ["a", "b"]
    assert Calls.typed_variadic_call([1, 2]).args == ["1", "2"]
  end

  test "keys" do
    assert Calls.holes_call("room", @id, "").keys == ["hall:{room}:plan", "hall:{room}:guest:" <> @id]
    assert Calls.holes_call("room", @id, "n").args == [@id, "n"]
    assert Calls.key_variadic_call("room", [1, -2], "n").keys == ["hall:{room}:plan", "hall:{room}:seat:1", "hall:{room}:seat:-2"]
    assert_raise ArgumentError, fn -> Calls.key_variadic_call("room", [], "n") end
    assert_raise ArgumentError, fn -> Calls.key_variadic_call("room", ["1"], "n") end
    assert Calls.key_optional_call("room").keys == ["hall:{room}:plan"]
    assert Calls.key_optional_call("room", seat: 7).keys == ["hall:{room}:plan", "hall:{room}:seat:7"]
    assert Calls.key_flags_call().keys == []
    assert Calls.key_flags_call(with_doors: true).keys == ["hall:{all}:doors"]
    assert Calls.key_flags_call(with_doors: true, with_audit: true).keys == ["hall:{all}:doors", "hall:{all}:audit"]
    assert_raise ArgumentError, fn -> Calls.key_flags_call(with_audit: true) end
    assert_raise ArgumentError, fn -> Calls.key_flags_call(with_doors: 1) end
    assert Calls.roles_call("one", "two").keys == ["hall:{one}:plan", "hall:{two}:plan"]
  end

  test "keys and arguments reach the server as one EVALSHA" do
    test = self()
    conn = {Stub, fn command -> send(test, command) && {:ok, 3} end}
    assert Calls.key_variadic(conn, "room", [1], "n") == {:ok, 3}
    sha = Enum.find(Calls.scripts(), &(&1.name == "key_variadic")).sha
    assert_received ["EVALSHA", ^sha, "2", "hall:{room}:plan", "hall:{room}:seat:1", "n"]
  end

  defp scalars(changes \\ []) do
    [
      a_text: "é",
      some_bytes: <<0, 255>>,
      an_int: -9_223_372_036_854_775_808,
      a_float: 0.1,
      a_bool: true,
      an_id: @id,
      colour: :"dark-green",
      wait: 60_000,
      at: 1_780_226_888_000,
      token: 0,
      mood: :good
    ]
    |> Keyword.replace(elem(hd(changes ++ [{:none, nil}]), 0), elem(hd(changes ++ [{:none, nil}]), 1))
    |> Keyword.values()
    |> then(&apply(Calls, :scalars_call, &1))
  end
end
