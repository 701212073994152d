#!/usr/bin/env bash
# Packs Plinth for a host without containers: Node.js, the server, the console and the documentation in one folder.
#   ops/tarball.sh FOLDER [--without-servers]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:?ops/tarball.sh FOLDER [--without-servers]}")
version=$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)
name=plinth-$version-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ops/stage.sh "$work/$name"
[ "${2:-}" != --without-servers ] || ops/without-servers.sh "$work/$name"
cp -r ops/systemd ops/proxy "$work/$name"
cat > "$work/$name/bin/plinth-server" <<'RUN'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../apps/server/src/app/plinth-server.ts" "$@"
RUN
chmod +x "$work/$name/bin/plinth-server"
mkdir -p "$folder"
tar --owner=0 --group=0 --numeric-owner -C "$work" -czf "$folder/$name.tar.gz" "$name"
echo "$folder/$name.tar.gz"
