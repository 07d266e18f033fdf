#!/bin/sh
# Runs the tests of every language and ends with one line that sums them up.
# With -short: without servers and slow toolchains.
set -u
cd "$(dirname "$0")/.."
short=${1:-}
results=.cache/tests
rm -rf "$results"
mkdir -p "$results"
failed=

step() { # step NAME COMMAND...: counts as a test, with a result as of ExUnit
  name=$1
  shift
  if "$@"; then
    echo "ok   $name"
    echo "1 test, 0 failures" >>"$results/steps.log"
  else
    echo "FAIL $name"
    echo "1 test, 1 failure" >>"$results/steps.log"
  fi
}

go_tests() {
  go test -json -timeout 20m $short ./... 2>&1
  if [ -e out/go/go.mod ]; then
    (cd out/go && go vet ./... && go test -json ./... 2>&1) || failed=yes
  fi
}

python_tests() {
  python=.venv/bin/python
  if [ ! -x $python ]; then
    echo "SKIPPED: the Python tests: .venv does not exist; \`make tools\` creates it" >&2
    [ "${CI:-}" != true ] || failed=yes
    return
  fi
  $python -m pytest -q -p no:cacheprovider --junitxml="$results/pytest.xml" templates/python/tests
  [ -e "$results/pytest.xml" ] || failed=yes
}

elixir_tests() {
  if ! command -v mix >/dev/null; then
    echo "SKIPPED: the Elixir tests: elixir is not installed; \`make tools\` installs it" >&2
    [ "${CI:-}" != true ] || failed=yes
    return
  fi
  tools/elixir.sh >"$results/elixir.log" 2>&1 || failed=yes
  cat "$results/elixir.log"
}

[ -n "$short" ] || step lint tools/lint.sh
if [ -z "$short" ]; then
  [ ! -d templates/python/tests ] || python_tests
  [ ! -e tools/elixir.sh ] || elixir_tests
fi
set -- "$results"/pytest.xml "$results"/elixir.log "$results"/steps.log
for file; do
  shift
  [ ! -e "$file" ] || set -- "$@" "$file"
done
go_tests | go run ./internal/testsum "$@" || failed=yes
[ -z "$failed" ]
