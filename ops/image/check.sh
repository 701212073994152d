#!/usr/bin/env bash
# Builds both images and runs plinth-all as an operator would: as no root, on a read-only root, once with the seccomp
# profile of this folder and a browser that signs in, and once with Docker's default profile. Needs root, podman, Node.js
# and Chromium.
set -euo pipefail
cd "$(dirname "$0")"
[ "${1:-}" = --built ] || ./build.sh > /dev/null
version=$(sed -n 's/^  "version": "\(.*\)",/\1/p' ../../package.json)
work=$(mktemp -d)
running=()
trap 'for name in "${running[@]}"; do podman rm -f "$name" > /dev/null 2>&1; done; rm -rf "$work"' EXIT
fail() {
  echo "FAILED $*" >&2
  for name in "${running[@]}"; do podman logs --tail 5 "$name" >&2; done
  exit 1
}

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
  podman --runtime runc run --rm --ulimit nofile=4096:4096 --ulimit nproc=1000:1000 --network=none --entrypoint /bin/sh "plinth-all:$version" -c "command -v $tool" &&
    fail "the image has $tool"
done

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# start NAME PROFILE PORT: prints when it began, as milliseconds, and returns when it is ready.
start() {
  mkdir "$work/$1"
  chown 10001:10001 "$work/$1"
  milliseconds
  podman --runtime runc run --detach --name "$1" --read-only --tmpfs /tmp --cap-drop all --network=host \
    --ulimit nofile=4096:4096 --ulimit nproc=1000:1000 --security-opt "seccomp=$2" --volume "$work/$1:/data" \
    --env PORT="$3" --env PLINTH_ADMIN_PASSWORD=a-first-password "plinth-all:$version" > /dev/null
  for _ in $(seq 600); do
    curl -sf -o /dev/null "http://127.0.0.1:$3/health/ready" && break
    sleep 0.1
  done
}

# evaluate PORT: what a script in the jail answers.
evaluate() {
  local address=http://127.0.0.1:$1 json='Content-Type: application/json' token project
  token=$(curl -sf "$address/auth/login" -H "$json" \
    -d '{"email":"admin@plinth.local","password":"a-first-password"}' | sed 's/.*"token":"\([^"]*\)".*/\1/')
  project=$(curl -sf "$address/api/project" -H "$json" -H "Authorization: Bearer $token" -d '{"name":"One"}' |
    sed 's/.*"projectId":"\([^"]*\)".*/\1/')
  curl -sf "$address/api/project/$project/workflow/preview" -H "$json" -H "Authorization: Bearer $token" \
    -d '{"text":"{{ 6 * 7 }}"}'
}

running+=(plinth-check-jailed)
began=$(start plinth-check-jailed "$PWD/seccomp.json" 4781)
ready=$(($(milliseconds) - began))
node sign-in.ts http://localhost:4781 a-first-password || fail 'a browser cannot sign in'
signed_in=$(($(milliseconds) - began))
[ "$signed_in" -lt 30000 ] || fail "a browser is signed in after $signed_in ms, more than 30 s"
[ "$(evaluate 4781)" = '{"value":42}' ] || fail "scripts do not run: $(evaluate 4781)"
[ "$(podman exec plinth-check-jailed /usr/bin/id -u)" = 10001 ] || fail 'it does not run as 10001'
podman exec plinth-check-jailed /bin/sh -c ': > /app/written' 2> /dev/null && fail 'the root can be written'
podman exec plinth-check-jailed plinth-server --version | grep -qx "$version" || fail 'plinth-server does not start'
podman stop --time 60 plinth-check-jailed > /dev/null
[ "$(podman inspect --format '{{.State.ExitCode}}' plinth-check-jailed)" = 0 ] || fail 'SIGTERM does not end it cleanly'

running+=(plinth-check-strict)
start plinth-check-strict "$PWD/docker-seccomp.json" 4782 > /dev/null
curl -s http://127.0.0.1:4782/health/ready | grep -q '"script runner","ready":false' || fail 'health hides the missing jail'
[ "$(podman logs plinth-check-strict 2>&1 | grep -c 'script runner: scripts are refused')" = 1 ] ||
  fail 'the start does not say that scripts are refused'
evaluate 4782 | grep -q 'cannot jail scripts' || fail "a script without a jail answers $(evaluate 4782)"

echo "passed image: plinth $((bytes / 1000000)) MB and plinth-all $((all / 1000000)) MB packed, ready after $ready ms, signed in after $signed_in ms; scripts run jailed, or are refused and the start and health say so"
