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
  PYTHONDONTWRITEBYTECODE=1 $python -m pytest -q -p no:cacheprovider --junitxml="$results/pytest.xml" templates/python
  [ -e "$results/pytest.xml" ] || failed=yes
}

[ -n "$short" ] || step lint tools/lint.sh
[ -n "$short" ] || python_tests
sums=
for file in "$results"/pytest.xml "$results"/steps.log; do
  [ ! -e "$file" ] || sums="$sums $file"
done
# shellcheck disable=SC2086 # the names are ours and hold no blanks
go_tests | go run ./internal/testsum $sums || failed=yes
[ -z "$failed" ]
