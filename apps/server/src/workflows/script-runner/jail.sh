#!/bin/sh
# Runs in fresh namespaces. Builds a root that holds nothing but what a runner needs, read-only, and
# becomes the runner in it: nobody, without capabilities, without an environment.
set -eu
jail=$1 node=$2 inside=$3 modules=$4 package=$5 drop=$6
shift 6
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs "$jail"
bind() {
  mount --bind "$1" "$jail/$2"
  mount -o remount,bind,ro,nosuid,nodev "$jail/$2"
}
mkdir -p "$jail/usr/lib" "$jail/app/runner" "$jail/app/node_modules/isolated-vm" \
  "$jail/app/node_modules/node-gyp-build"
: >"$jail/node"
: >"$jail/setpriv"
: >"$jail/app/package.json"
bind /usr/lib usr/lib
ln -s usr/lib "$jail/lib"
if [ -d /usr/lib64 ]; then
  mkdir "$jail/usr/lib64"
  bind /usr/lib64 usr/lib64
  ln -s usr/lib64 "$jail/lib64"
fi
bind "$node" node
bind /usr/bin/setpriv setpriv
bind "$inside" app/runner
bind "$modules/isolated-vm" app/node_modules/isolated-vm
bind "$modules/node-gyp-build" app/node_modules/node-gyp-build
bind "$package" app/package.json
# By bind, because a new user namespace cannot repeat the options of the whole tmpfs.
mount -o remount,bind,ro,nosuid,nodev "$jail"
ulimit -c 0
ulimit -n 64
cd "$jail"
become=""
[ "$drop" = yes ] && become="--reuid=65534 --regid=65534 --clear-groups"
# shellcheck disable=SC2086
exec env -i /usr/sbin/chroot "$jail" /setpriv $become --inh-caps=-all --bounding-set=-all \
  --no-new-privs /node --no-node-snapshot --max-old-space-size=64 --disable-warning=ExperimentalWarning \
  /app/runner/main.ts "$@"
