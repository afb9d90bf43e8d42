#!/bin/sh
# Makes a folder that holds the server with all that it needs at run time, and no tool that built it:
#
#   sh deploy/build-image.sh FOLDER
#
# These are the steps of the image (deploy/Dockerfile), and of an installation without one. They need Node 20 or newer with npm, and
# the network for packages. The folder is for this system and processor; Node 26 runs it: node apps/server/dist/current/main.js
set -eu

fail() {
  echo "build-image: $1" >&2
  exit 1
}

source=$(cd "$(dirname "$0")/.." && pwd)
target=${1:-}
[ -n "$target" ] || fail 'name the folder to make'
[ ! -e "$target" ] || fail "$target exists"
mkdir -p "$target"
target=$(cd "$target" && pwd)

cd "$source"
sh scripts/ensure-deps.sh
PATH=$source/node_modules/.bin:$PATH
export PATH
node --input-type=module -e 'await (await import("./scripts/build-web.ts")).ensureWebBuilt()'
bundle=$(node scripts/build-server.ts)

copy() {
  for path; do
    if [ -d "$path" ]; then
      mkdir -p "$target/$path"
      cp -RP "$path/." "$target/$path"
    else
      mkdir -p "$target/$(dirname "$path")"
      cp -P "$path" "$target/$path"
    fi
  done
}
copy package.json LICENSE CHANGELOG.md deploy/healthcheck.mjs
copy apps/web/package.json apps/web/dist/client apps/web/dist/server
set --
for workspace in apps/server apps/demo-library packages/*; do
  copy "$workspace/package.json" "$workspace/src"
  set -- "$@" "--workspace=$workspace"
done
find "$target" -name '*.test.ts' -exec rm -f {} +
mkdir -p "$target/apps/server/dist/current"
cp -RP "$bundle"/* "$target/apps/server/dist/current"

# What the web app needs is in its build, so only the server's packages are copied, and the links to workspaces.
copy node_modules/@otodana
packages=$(npm ls --all --parseable --omit=dev "$@") || fail 'the packages could not be listed'
printf '%s\n' "$packages" | while read -r package; do
  case $package in
    */node_modules/@otodana/*) ;;
    "$source"/*node_modules/*) copy "${package#"$source"/}" ;;
  esac
done
