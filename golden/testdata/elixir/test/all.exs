# Runs every test of this folder in one virtual machine.
ExUnit.start()
Code.require_file("stub.exs", __DIR__)
for file <- Path.wildcard(Path.join(__DIR__, "*_test.exs")), do: Code.require_file(file)
