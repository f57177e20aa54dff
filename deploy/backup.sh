#!/bin/sh
# Dumps the database into BACKUP_FOLDER, checks that the dump can be read, and removes dumps older than BACKUP_DAYS.
# With --every-day it does so each night at 01:30 until it is stopped. The database is that of MIGRATION_DATABASE_URL,
# whose role owns all of it, or else of DATABASE_URL; each may stand in a file (…_FILE).
set -eu
folder=${BACKUP_FOLDER:-/var/backups/choba}
days=${BACKUP_DAYS:-14}

backup() {
  if [ -n "${MIGRATION_DATABASE_URL:-}${MIGRATION_DATABASE_URL_FILE:-}" ]; then
    url=${MIGRATION_DATABASE_URL:-$(cat "$MIGRATION_DATABASE_URL_FILE")}
  else
    url=${DATABASE_URL:-$(cat "$DATABASE_URL_FILE")}
  fi
  # Every user of the machine can read the arguments of a program: the password is no part of them.
  password=$(printf %s "$url" | perl -ne 'print $1 =~ s/%(..)/chr hex $1/ger if m{^\w+://[^:/@]*:([^/@]*)@}')
  [ -z "$password" ] || export PGPASSWORD="$password"
  url=$(printf %s "$url" | sed 's|^\([a-z]*://[^:/@]*\):[^/@]*@|\1@|')
  file=$folder/choba-$(date -u +%Y%m%dT%H%M%SZ).dump
  # Readable by its owner alone: it holds personal data.
  umask 077
  # What fails or is stopped leaves nothing; what was killed is removed a day later.
  trap 'rm -f "$file.part"' EXIT
  trap 'exit 1' HUP INT TERM
  find "$folder" -maxdepth 1 -name 'choba-*.part' -mtime +0 -delete
  pg_dump --format=custom --file="$file.part" "$url"
  # All of it, not its table of contents alone.
  pg_restore --file=/dev/null "$file.part"
  mv "$file.part" "$file"
  find "$folder" -maxdepth 1 -name 'choba-*.dump' -mtime "+$days" -delete
  echo "backup: $file, $(stat -c %s "$file") bytes"
}

[ "${1:-}" = --every-day ] || { backup; exit; }
while :; do
  now=$(date +%s)
  next=$(date -d 'today 01:30' +%s)
  [ "$next" -gt "$now" ] || next=$(date -d 'tomorrow 01:30' +%s)
  sleep $((next - now)) & wait $!
  # A shell of its own: to the left of || this one would go on after a command that failed.
  sh "$0" || echo "backup: failed" >&2
done
