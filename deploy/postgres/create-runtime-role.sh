#!/bin/sh
# Run once by the image of PostgreSQL: the role of the application, which owns nothing. `migrate` grants its rights.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/runtime_password)" --username="$POSTGRES_USER" \
  --dbname="$POSTGRES_DB" <<'SQL'
create role choba_runtime login password :'password';
SQL
