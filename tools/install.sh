#!/bin/sh
# Installs what the tests need from outside Go and is not there yet: Redis,
# Valkey, Elixir with eredis, and a virtual environment for Python. What cannot
# be installed is said; with CI=true that is a failure.
set -u
cd "$(dirname "$0")/.."

updated=
failed=

say() { echo "tools: $*" >&2; }

miss() {
  say "$*"
  failed=yes
}

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

update() {
  [ -n "$updated" ] || apt-get update -q || return 1
  updated=yes
}

# install NAME... [-t SUITE]: Debian packages, quietly and without questions.
install() {
  if ! may_install; then
    miss "cannot install $*: that needs root and apt-get"
    return 1
  fi
  say "installing $*"
  update && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >/dev/null ||
    { miss "apt-get cannot install $*"; return 1; }
}

# servers must not start by themselves: the tests start their own.
hold_services() {
  [ -e /usr/sbin/policy-rc.d ] && return
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d || return
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
}

need() { # need PROGRAM PACKAGE...
  program=$1
  shift
  command -v "$program" >/dev/null || install "$@"
}

# backports adds the backports suite of a Debian release to the apt sources,
# from wherever the release itself comes.
backports() {
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")-backports
  list=/etc/apt/sources.list.d/emqgen-backports
  if grep -rqs "$suite" /etc/apt/sources.list /etc/apt/sources.list.d --include='*.list' --include='*.sources'; then
    return
  fi
  release=${suite%-backports}
  for source in /etc/apt/sources.list.d/*.sources; do
    [ -e "$source" ] || continue
    awk -v release="$release" -v suite="$suite" '
      BEGIN { RS = ""; FS = "\n" }
      $0 ~ "(^|\n)Suites:[^\n]*[ ]" release "( |\n|$)" && !done {
        gsub(/(^|\n)#[^\n]*/, "")
        sub(/\n?Suites:[^\n]*/, "\nSuites: " suite)
        sub(/^\n/, "")
        print
        done = 1
      }' "$source" >"$list.sources"
    if [ -s "$list.sources" ]; then
      updated=
      return
    fi
    rm -f "$list.sources"
  done
  for source in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -e "$source" ] || continue
    awk -v release="$release" -v suite="$suite" '
      $1 == "deb" && !done {
        for (i = 2; i <= NF; i++) if ($i == release) { $i = suite; print; done = 1; break }
      }' "$source" >"$list.list"
    if [ -s "$list.list" ]; then
      updated=
      return
    fi
    rm -f "$list.list"
  done
}

valkey() {
  command -v valkey-server >/dev/null && return
  if ! may_install; then
    miss "cannot install valkey-server: that needs root and apt-get"
    return
  fi
  update
  if apt-cache show valkey-server >/dev/null 2>&1; then
    install valkey-server
    return
  fi
  # Debian 12 has it in its backports only.
  backports
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")-backports
  install -t "$suite" valkey-server
}

venv() {
  stamp=.venv/.requirements
  if [ -e "$stamp" ] && cmp -s tools/requirements.txt "$stamp"; then
    return
  fi
  say "making .venv"
  if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
    install python3-venv || return
  fi
  [ -x .venv/bin/pip ] || python3 -m venv --clear .venv || { miss "python3 -m venv failed"; return; }
  .venv/bin/pip install -q --disable-pip-version-check -r tools/requirements.txt &&
    cp tools/requirements.txt "$stamp" || miss "pip cannot install tools/requirements.txt"
}

may_install && hold_services
need redis-server redis-server
need elixir elixir
[ -d /usr/lib/erlang/lib ] && ls -d /usr/lib/erlang/lib/eredis-* >/dev/null 2>&1 || install erlang-redis-client
valkey
venv

if [ -n "$failed" ] && [ "${CI:-}" = true ]; then
  exit 1
fi
exit 0
