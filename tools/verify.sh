#!/bin/sh
# Proves the emitted SDKs on the embedded engine, in every language whose
# toolchain is installed; a missing one is said aloud.
set -eu
emqgen=$1
langs=

have() { # have LANGUAGE PROGRAM
  if command -v "$2" >/dev/null; then
    langs=${langs:+$langs,}$1
  else
    echo "SKIPPED: $2 is not installed, so the $1 SDK is not proved; \`make tools\` installs it" >&2
  fi
}

have go go
have elixir elixir
have python python3
exec "$emqgen" verify --lang "$langs" --engine embedded
