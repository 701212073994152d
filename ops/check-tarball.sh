#!/usr/bin/env bash
# Installs the tarball with the commands of the guide on a new Debian with systemd, in a container: signs in with a browser,
# runs a script in its jail, kills the server, and stops the unit. Needs root, podman, mmdebstrap, Node.js and Chromium.
#   ops/check-tarball.sh [TARBALL]
set -euo pipefail
cd "$(dirname "$0")"
root=$(realpath ..)
. ./check-functions.sh
version=$(sed -n 's/^  "version": "\(.*\)",/\1/p' "$root/package.json")
name=plinth-check-systemd
address=http://localhost:4784
work=$(mktemp -d)
trap 'podman rm -f "$name" > /dev/null 2>&1; podman rmi -f "$name:1" > /dev/null 2>&1; rm -rf "$work"' EXIT
fail() {
  echo "FAILED $*" >&2
  podman exec "$name" journalctl --no-pager -n 20 -u plinth >&2
  exit 1
}
inside() { podman exec -i "$name" "$@"; }
configure_podman "$work/containers.conf"

tarball=${1:-$(cd "$root" && ops/tarball.sh "$work" | tail -1)}
sources=()
[ -f /etc/apt/sources.list.d/debian.sources ] && sources=(/etc/apt/sources.list.d/debian.sources)
mmdebstrap --quiet --mode=root --variant=minbase --include=systemd,systemd-sysv,ca-certificates bookworm "$work/debian.tar" "${sources[@]}" 2> /dev/null
podman import --quiet "$work/debian.tar" "$name:1" > /dev/null
podman run --detach --name "$name" --systemd=always --privileged --publish 4784:4000 "$name:1" /sbin/init > /dev/null

# The port of a container is reached from outside, so that the server listens on all addresses.
inside mkdir -p /etc/plinth
printf 'PLINTH_HOST=0.0.0.0\nPLINTH_BASE_URL=%s\n' "$address" | inside sh -c 'cat > /etc/plinth/settings'
podman cp "$tarball" "$name:/tmp/"
commands_below 'Without containers' | grep -q '^ops/tarball.sh /tmp$' || fail 'the guide packs no tarball into /tmp'
commands_below 'Without containers' | sed '/^ops\/tarball.sh/d' | inside sh -eu || fail 'the commands of the guide fail'

wait_until_ready "$address"
password=$(inside journalctl --no-pager --output cat -u plinth | read_password)
node image/sign-in.ts "$address" "$password" || fail 'a browser cannot sign in'
[ "$(evaluate "$address" "$password")" = '{"value":42}' ] || fail "scripts do not run: $(evaluate "$address" "$password")"
inside /opt/plinth/bin/plinth-server --version | grep -qx "$version" || fail 'plinth-server does not start'
inside sh -c 'test "$(stat -c %U /proc/$(systemctl show --value --property MainPID plinth))" = plinth' || fail 'it runs as another user'

inside systemctl kill --kill-whom main --signal KILL plinth
for _ in $(seq 100); do
  inside systemctl is-active --quiet plinth || break
  sleep 0.1
done
wait_until_ready "$address"
[ "$(evaluate "$address" "$password")" = '{"value":42}' ] || fail 'it does not come back after kill -9'
inside systemctl stop plinth
[ "$(inside systemctl show --value --property Result plinth)" = success ] || fail 'systemctl stop does not end it cleanly'
inside sh -c 'stat -c %U /proc/[0-9]*' 2> /dev/null | grep -qx plinth && fail 'processes are left after systemctl stop'

echo "passed systemd: $(basename "$tarball") installed on Debian with the commands of the guide, signed in, back after kill -9, stopped"
