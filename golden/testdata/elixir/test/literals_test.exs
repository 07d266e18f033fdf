defmodule LiteralsTest do
  use ExUnit.Case, async: true

  test "every script holds the bytes of its file" do
    folder = Path.join(System.fetch_env!("LITERALS"), "*.lua")
    files = Path.wildcard(folder)
    scripts = Map.new(Literals.scripts(), &{&1.name, &1})
    assert map_size(scripts) == length(files)

    for file <- files do
      script = Map.fetch!(scripts, Path.basename(file, ".lua"))
      bytes = File.read!(file)
      assert byte_size(script.source) == byte_size(bytes), "length of #{file}"
      assert script.sha == Base.encode16(:crypto.hash(:sha, script.source), case: :lower), file
      assert script.source == bytes, file
    end
  end
end
