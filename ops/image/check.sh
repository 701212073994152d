#!/usr/bin/env bash
# Builds both images and runs plinth-all as an operator would: with the commands of the guide and a browser that signs in,
# as no root, on a read-only root, with the seccomp profile of this folder and with Docker's default one.
# Needs root, podman, Node.js and Chromium.
set -euo pipefail
cd "$(dirname "$0")"
root=$(realpath ../..)
. ../check-functions.sh
[ "${1:-}" = --built ] || ./build.sh > /dev/null
version=$(sed -n 's/^  "version": "\(.*\)",/\1/p' "$root/package.json")
work=$(mktemp -d)
running=()
trap 'for name in "${running[@]}"; do podman rm -f --volumes "$name" > /dev/null 2>&1; done
  podman volume rm -f plinth-check-page > /dev/null 2>&1; rm -rf "$work"' EXIT
fail() {
  echo "FAILED $*" >&2
  for name in "${running[@]}"; do podman logs --tail 5 "$name" >&2; done
  exit 1
}
configure_podman "$work/containers.conf"

# How large the images are as they are shipped.
packed() {
  podman save --quiet --format oci-archive -o "$work/image.tar" "$1:$version" > /dev/null
  stat -c %s "$work/image.tar"
}
bytes=$(packed plinth)
[ "$bytes" -le 150000000 ] || fail "plinth is $bytes bytes packed, more than 150 MB"
all=$(packed plinth-all)

# No package manager, compiler or development package in either.
for tool in npm npx gcc cc make python3 apt-get dpkg; do
  podman run --rm --network=none --entrypoint /bin/sh "plinth-all:$version" -c "command -v $tool" &&
    fail "the image has $tool"
done

# The commands of the guide after the build, with a name, a volume and a port of this check.
follow_guide() {
  commands_below 'Try it' | sed -e '/build\.sh/d' -e 's/--name plinth/--name plinth-check-page/' \
    -e 's/--volume plinth:/--volume plinth-check-page:/' -e 's/logs plinth/logs plinth-check-page/' \
    -e 's/localhost:4000/localhost:4783/' -e 's/--publish 4000:/--publish 4783:/'
}
follow_guide | grep -q '^podman run' || fail 'the guide has no podman run'
running+=(plinth-check-page)
began=$(milliseconds)
(cd "$root" && bash -euo pipefail <(follow_guide | sed '/^podman logs/d')) > /dev/null
wait_until_ready http://localhost:4783
ready=$(($(milliseconds) - began))
password=$(bash <(follow_guide | grep '^podman logs') 2>&1 | read_password)
node sign-in.ts http://localhost:4783 "$password" || fail 'a browser cannot sign in'
signed_in=$(($(milliseconds) - began))
[ "$signed_in" -lt 30000 ] || fail "a browser is signed in after $signed_in ms, more than 30 s"
[ "$(evaluate http://localhost:4783 "$password")" = '{"value":42}' ] || fail 'scripts do not run'
[ "$(podman exec plinth-check-page /usr/bin/id -u)" = 10001 ] || fail 'it does not run as 10001'
podman exec plinth-check-page /bin/sh -c ': > /app/written' 2> /dev/null && fail 'the root can be written'
podman exec plinth-check-page plinth-server --version | grep -qx "$version" || fail 'plinth-server does not start'
podman stop --time 60 plinth-check-page > /dev/null
[ "$(podman inspect --format '{{.State.ExitCode}}' plinth-check-page)" = 0 ] || fail 'SIGTERM does not end it cleanly'

# Docker's default profile, and a folder of the host.
mkdir "$work/data"
chown 10001:10001 "$work/data"
running+=(plinth-check-strict)
podman run --detach --name plinth-check-strict --read-only --tmpfs /tmp --cap-drop all --publish 4782:4000 \
  --security-opt seccomp=docker-seccomp.json --volume "$work/data:/data" \
  --env PLINTH_BASE_URL=http://localhost:4782 --env PLINTH_ADMIN_PASSWORD=a-first-password "plinth-all:$version" > /dev/null
wait_until_ready http://localhost:4782
curl -s http://localhost:4782/health/ready | grep -q '"script runner","ready":false' || fail 'health hides the missing jail'
[ "$(podman logs plinth-check-strict 2>&1 | grep -c 'script runner: scripts are refused')" = 1 ] ||
  fail 'the start does not say that scripts are refused'
answer=$(evaluate http://localhost:4782 a-first-password)
grep -q 'cannot jail scripts' <<< "$answer" || fail "a script without a jail answers $answer"

echo "passed image: plinth $((bytes / 1000000)) MB and plinth-all $((all / 1000000)) MB packed, ready after $ready ms, signed in after $signed_in ms; scripts run jailed, or are refused and the start and health say so"
