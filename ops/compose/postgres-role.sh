#!/bin/sh
# Creates the role that Plinth logs in as, and its database, when the PostgreSQL container is first started.
set -eu
password=$(cat /run/secrets/postgres-password)
psql -v ON_ERROR_STOP=1 -v password="$password" --username postgres <<'SQL'
create role plinth_app login createdb createrole nosuperuser noreplication nobypassrls password :'password';
create database plinth owner plinth_app;
revoke all on database plinth from public;
SQL
