#!/bin/sh
# Formatting and static analysis of all Go code, the emitted SDK included.
set -eu
cd "$(dirname "$0")/.."
status=0

unformatted=$(go tool -modfile=tools/go.mod gofumpt -l cmd internal templates golden bench out/go examples)
if [ -n "$unformatted" ]; then
  echo "not formatted (run gofumpt -w):" >&2
  echo "$unformatted" >&2
  status=1
fi
go vet ./... || status=1
go tool -modfile=tools/go.mod staticcheck ./... || status=1
exit $status
