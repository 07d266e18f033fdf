# Says what every script of an emitted application is in memory.
#
# elixir probe.exs FOLDER ROOT [script=M] [connector=M] [id=M] prints a line for
# each script: its name, its length, the SHA1 of its bytes and the SHA1 it is run
# by, parted by tabs. The modules named are those of a host application, which is
# not here: stand-ins take their places.
[folder, root | host] = System.argv()
Code.compiler_options(ignore_module_conflict: true)

stand_ins = %{
  "script" => "defstruct [:name, :source, :sha, integers: []]",
  "connector" => "def eval(_conn, _script, _keys, _args), do: {:error, :stand_in}",
  "id" => "def valid?(_id), do: true"
}

for pair <- host do
  [kind, module] = String.split(pair, "=", parts: 2)
  Code.compile_string("defmodule #{module} do\n#{stand_ins[kind]}\nend")
end

files = Path.wildcard(Path.join(folder, "lib/**/*.ex"))

case Kernel.ParallelCompiler.compile(files) do
  {:ok, _modules, _warnings} -> :ok
  {:error, _errors, _warnings} -> System.halt(1)
end

sha1 = fn bytes -> Base.encode16(:crypto.hash(:sha, bytes), case: :lower) end

for script <- Module.concat([root]).scripts() do
  IO.puts(Enum.join([script.name, byte_size(script.source), sha1.(script.source), script.sha], "\t"))
end
