#!/usr/bin/env bash
# Puts what runs in production into a new folder: Node.js, the server with its packages, and the built console and
# documentation; no tests, types, compilers or files of other platforms.
#   ops/stage.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?ops/stage.sh FOLDER}
[ ! -e "$target" ] || { echo "$target exists already." >&2; exit 1; }
[ -f apps/console/dist/index.html ] || { echo "Run npm run build first: apps/console/dist is empty." >&2; exit 1; }
[ -f docs/site/.vitepress/dist/index.html ] || { echo "Run npm run build first: docs/site/.vitepress/dist is empty." >&2; exit 1; }
platform=linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')

mkdir -p "$target"
git ls-files -z package.json package-lock.json .npmrc LICENSE 'apps/*/package.json' 'packages/*/package.json' \
  docs/site/package.json apps/server/src packages/{contract,engine,expression,schema}/src |
  grep -zvE '\.test\.ts$|/testing/|/http-tests/' | xargs -0 cp --parents -t "$target"
(cd "$target" && npm ci --silent --no-audit --no-fund --omit=dev --workspace @plinth/server --include-workspace-root)
rm -rf "$target"/{package-lock.json,.npmrc}
cp -r apps/console/dist "$target/apps/console"
rm "$target/docs/site/package.json"
mkdir "$target/docs/site/.vitepress"
cp -r docs/site/.vitepress/dist "$target/docs/site/.vitepress"

modules=$target/node_modules
mkdir "$target/bin"
mv "$modules/node-$platform/bin/node" "$target/bin/node"
rm -rf "$modules"/node-linux-* "$modules"/isolated-vm/{src,vendor,native-example,*.tgz} "$modules"/better-sqlite3/{deps,src}
find "$modules" -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \
  -o -name '*.md' \) -delete
find "$modules" -mindepth 1 -maxdepth 4 -path '*/prebuilds/*' -type d ! -name "$platform" -prune -exec rm -rf {} +
