#!/usr/bin/env bash
# Builds the images plinth and plinth-all from this checkout, without a registry: Debian's packages, npm's packages and
# buildah. Needs root, mmdebstrap, buildah and the built console and documentation (npm run build).
#   ops/image/build.sh [plinth|plinth-all ...]
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)
images=("$@")
[ ${#images[@]} -gt 0 ] || images=(plinth plinth-all)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the server and the jail of scripts need: libraries of Node.js, a shell, util-linux and Bubblewrap.
base() {
  local sources=()
  [ -f /etc/apt/sources.list.d/debian.sources ] && sources=(/etc/apt/sources.list.d/debian.sources)
  mmdebstrap --quiet --mode=root --variant=extract --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
    --include=base-files,libc-bin,libc6,libstdc++6,libgcc-s1,util-linux,mount,coreutils,dash,bubblewrap,tzdata,netbase,ca-certificates \
    bookworm "$work/base" "${sources[@]}"
  rm -rf "$work"/base/usr/bin/dpkg* "$work"/base/usr/share/{doc,man,info,locale,bash-completion,lintian} "$work"/base/{boot,home,media,srv} \
    "$work"/base/var/{cache,lib}/*
  ln -sf dash "$work/base/bin/sh"
  # Restate reads the authorities from one file, which the package's script would write.
  cat "$work"/base/usr/share/ca-certificates/mozilla/*.crt > "$work/base/etc/ssl/certs/ca-certificates.crt"
  echo 'root:x:0:0:root:/:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/:/usr/sbin/nologin
plinth:x:10001:10001:plinth:/data:/usr/sbin/nologin' > "$work/base/etc/passwd"
  echo 'root:x:0:
nogroup:x:65534:
plinth:x:10001:' > "$work/base/etc/group"
}

image() {
  local name=$1 container root
  container=$(buildah from scratch)
  root=$(buildah mount "$container")
  cp -a "$work/base/." "$root"
  mkdir -p "$root/app" "$root/data"
  cp -a "$work/stage/." "$root/app"
  mv "$root/app/bin/node" "$root/usr/bin/node"
  rm -r "$root/app/bin"
  [ "$name" = plinth-all ] || ops/without-servers.sh "$root/app"
  ln -s /app/apps/server/src/app/plinth-server.ts "$root/usr/bin/plinth-server"
  chown 10001:10001 "$root/data"
  buildah umount "$container" > /dev/null
  buildah config --user 10001:10001 --workingdir /app --volume /data --port 4000 \
    --env PLINTH_HOST=0.0.0.0 --env PLINTH_DATA_DIR=/data --env NODE_ENV=production \
    --env MALLOC_ARENA_MAX=2 --env MALLOC_MMAP_THRESHOLD_=131072 --env MALLOC_TRIM_THRESHOLD_=1048576 \
    --stop-signal SIGTERM --entrypoint '["/usr/bin/node", "/app/apps/server/src/app/main.ts"]' \
    --label org.opencontainers.image.title="$name" --label org.opencontainers.image.version="$version" \
    --label org.opencontainers.image.licenses=Apache-2.0 "$container"
  buildah commit --quiet --rm "$container" "$name:$version" > /dev/null
  echo "$name:$version"
}

base
ops/stage.sh "$work/stage"
for each in "${images[@]}"; do image "$each"; done
