# Functions of the checks that run packed servers; sourced by ops/image/check.sh and ops/check-tarball.sh.

# The commands below a heading of the page about containers, as they are written.
commands_below() {
  sed -n "/^## $1\$/,/^## /p" "$root/docs/guide/containers.md" | sed -n '/^```sh$/,/^```$/{/^```/!p}'
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# wait_until_ready ADDRESS: returns after a minute at the latest.
wait_until_ready() {
  for _ in $(seq 600); do
    curl -sf -o /dev/null "$1/health/ready" && return
    sleep 0.1
  done
}

# Reads a log and prints the password of the first admin.
read_password() { sed -n 's/^.*  Password  *\([^ ]*\).*$/\1/p' | head -1; }

# evaluate ADDRESS PASSWORD: prints the answer to an expression that runs in the jail of scripts.
evaluate() {
  local json='Content-Type: application/json' token project
  token=$(curl -sf "$1/auth/login" -H "$json" -d "{\"email\":\"admin@plinth.local\",\"password\":\"$2\"}" |
    sed 's/.*"token":"\([^"]*\)".*/\1/')
  project=$(curl -sf "$1/api/project" -H "$json" -H "Authorization: Bearer $token" -d "{\"name\":\"Check $(milliseconds)\"}" |
    sed 's/.*"projectId":"\([^"]*\)".*/\1/')
  curl -sf "$1/api/project/$project/workflow/preview" -H "$json" -H "Authorization: Bearer $token" \
    -d '{"text":"{{ 6 * 7 }}"}'
}

# Settings of podman for machines that may not raise limits or have no crun.
configure_podman() {
  printf '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]\n[engine]\nruntime = "runc"\n' > "$1"
  export CONTAINERS_CONF=$1
}
