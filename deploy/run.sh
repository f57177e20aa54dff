#!/bin/sh
# Runs a program of the release as the units do: /opt/choba/run.sh audit-verify --heads FILE. systemd reads the settings,
# since a shell would read them differently. Files must be named by absolute paths and be readable by the user choba.
# STATE_FILE is the worker's, unless it is set.
set -eu
program=$1
shift
exec systemd-run --quiet --pipe --wait --collect --uid=choba --gid=choba --working-directory=/opt/choba/current \
  --property=EnvironmentFile=/etc/choba/choba.env --setenv=NODE_ENV=production \
  --setenv="STATE_FILE=${STATE_FILE:-/var/lib/choba/worker.json}" \
  /opt/choba/current/node "bin/$program.mjs" "$@"
