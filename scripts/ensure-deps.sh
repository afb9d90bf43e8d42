#!/bin/sh
# Installs the npm packages when they are missing or the lockfile has changed; otherwise says nothing and costs a few
# milliseconds. Plain sh, because it runs before the pinned Node is there.
set -eu
cd "$(dirname "$0")/.."

stamp=node_modules/.otodana-lock
lock=.cache/install.lock

fail() {
  echo "otodana: $1" >&2
  exit 1
}

# Where no pinned Node exists for the platform, a system Node of that version does as well.
has_node() {
  [ -e node_modules/.bin/node ] && return 0
  command -v node >/dev/null 2>&1 || return 1
  [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 26' 2>/dev/null)" = true ]
}

is_installed() {
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$checksum" ] && has_node
}

checksum=$(cksum <package-lock.json) || fail 'package-lock.json is missing'
is_installed && exit 0

# npm names itself and its Node to its scripts. That Node is the one to use: the one that PATH gives first is in the
# folder which the installation empties.
case "${npm_execpath:-}" in
  */npm-cli.js) node=${npm_node_execpath:-node} npm_cli=$npm_execpath ;;
  *) node=node npm_cli= ;;
esac
command -v "$node" >/dev/null 2>&1 || fail 'Node.js is not installed. Install version 20 or newer, from https://nodejs.org'
[ -n "$npm_cli" ] || command -v npm >/dev/null 2>&1 || fail 'npm is not installed. It comes with Node.js from https://nodejs.org; some distributions have a package of its own, named npm'
version=$("$node" -p process.versions.node) || fail "Node.js ($node) does not run"
[ "${version%%.*}" -ge 20 ] || fail "Node.js $version is too old: 20 or newer is needed to install the packages"

# One installation at a time. mkdir either makes the folder or fails, also when another process tries.
mkdir -p .cache
waited=0
until mkdir "$lock" 2>/dev/null; do
  owner=$(cat "$lock/pid" 2>/dev/null || true)
  # A lock without a name after some seconds is one whose owner was killed before it could write it.
  if { [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; } || { [ -z "$owner" ] && [ "$waited" -ge 5 ]; }; then
    if mv "$lock" "$lock.$$" 2>/dev/null; then
      # Another waiter may have been quicker: then this is its new lock, which goes back.
      [ "$(cat "$lock.$$/pid" 2>/dev/null || true)" = "$owner" ] || mv "$lock.$$" "$lock" 2>/dev/null || true
      rm -rf "$lock.$$"
    fi
    continue
  fi
  [ "$waited" -gt 0 ] || echo 'otodana: waiting for another installation of the packages'
  waited=$((waited + 1))
  sleep 1
done
trap 'rm -rf "$lock"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
echo $$ >"$lock/pid"
is_installed && exit 0

echo 'otodana: installing packages (the first time, or the lockfile has changed)'
rm -f "$stamp"
install() {
  # NODE_ENV=production must not leave out the tools that build the web app, nor a setting the pinned Node.
  set -- ci --no-audit --no-fund --include=dev --include=optional --loglevel=error
  if [ -n "$npm_cli" ]; then "$node" "$npm_cli" "$@"; else npm "$@"; fi
}
install </dev/null || fail 'npm could not install the packages (its message is above)'
has_node || fail "no Node 26 exists among the packages for this platform ($(uname -sm)): install Node 26 or newer yourself"
# Node 26 needs libatomic, which minimal systems lack.
runs() { [ ! -e node_modules/.bin/node ] || node_modules/.bin/node --version >/dev/null 2>&1; }
if ! runs && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo 'otodana: installing libatomic1, which Node needs'
  export DEBIAN_FRONTEND=noninteractive
  { apt-get -qq update && apt-get -qq install -y --no-install-recommends libatomic1; } </dev/null >/dev/null || true
fi
runs || fail "the installed Node does not run: $(node_modules/.bin/node --version 2>&1 | head -n 1) (on Debian and Ubuntu: apt-get install libatomic1)"
echo "$checksum" >"$stamp"
