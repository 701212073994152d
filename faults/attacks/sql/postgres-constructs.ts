import type { Construct } from './sql-attack.ts'

const list = (kind: Construct['kind'], texts: Readonly<Record<string, string>>): Construct[] =>
  Object.entries(texts).map(([name, sql]) => ({ name, kind, sql }))

const FILES = list('expression', {
  'read a file': `pg_read_file('{file}')`,
  'read a file as bytes': `pg_read_binary_file('{file}')::text`,
  'read a file by attribute notation': `('{file}'::text).pg_read_file`,
  'list a folder': `(select string_agg(f, ',') from pg_ls_dir('.') as f)`,
  'list the logs': `(select string_agg(l.name, ',') from pg_ls_logdir() as l)`,
  'stat a file': `(pg_stat_file('{file}')).size::text`,
  'import a large object': `lo_import('{file}')::text`,
  'export a large object': `lo_export(lo_from_bytea(0, '{canary}'), '{out}')::text`,
})

const OTHER_ROWS = list('expression', {
  'query to XML': `query_to_xml('select * from "{neighbour}".note', true, true, '')::text`,
  'query to XML with a schema': `query_to_xml_and_xmlschema('select * from "{neighbour}".note', true, true, '')::text`,
  'table to XML': `table_to_xml('"{neighbour}".note', true, true, '')::text`,
  'schema to XML': `schema_to_xml('{neighbour}', true, true, '')::text`,
  'database to XML': `database_to_xml(true, true, '')::text`,
  'statistics of words': `(select string_agg(word, ' ') from ts_stat('select to_tsvector(''simple'', secret) from "{neighbour}".note'))`,
  'rewrite of a search': `ts_rewrite('a'::tsquery, 'select title::tsquery, ''b''::tsquery from "{neighbour}".note')::text`,
  'rows of the neighbour': `(select string_agg(title, ',') from "{neighbour}".note)`,
  'a hashed column by a whole row': `(select string_agg(to_jsonb(u)::text, ',') from "user" u)`,
  'a hashed column by a cast of the row': `(select string_agg(u::text, ',') from "user" u)`,
  'a hashed column by name': `(select string_agg(password, ',') from "user")`,
})

const SERVER = list('expression', {
  'a setting': `current_setting('data_directory')`,
  'change a setting': `set_config('role', 'postgres', false)`,
  'end a connection': `pg_terminate_backend(pg_backend_pid())::text`,
  'the file of the log': 'pg_current_logfile()',
  'a snapshot': 'pg_export_snapshot()',
  'the privileges of a role': `has_table_privilege('pg_authid', 'select')::text`,
  'reload the configuration': 'pg_reload_conf()::text',
  wait: 'pg_sleep(30)::text',
  'take a lock': 'pg_advisory_lock(18)::text',
  notify: `pg_notify('changes', '{canary}')::text`,
  'move a sequence': `setval('topic_id_seq', 1)::text`,
  'the role': 'current_user::text',
  'the logged-in role': 'session_user::text',
  'the version': 'version()',
  'the address of the server': 'inet_server_addr()::text',
  'a lookup in the catalogue': `to_regclass('"{neighbour}".note')::text`,
  'a cast to a catalogue type': `'"{neighbour}".note'::regclass::text`,
  'the definition of a view': `pg_get_viewdef('comp'::regclass)`,
  'switch the write-ahead log': 'pg_switch_wal()::text',
  'another database by dblink': `(select x from dblink('dbname=plinth', 'select 1') as t(x text))`,
})

const TABLES = list('table', {
  'password hashes': 'pg_authid',
  roles: 'pg_roles',
  sessions: 'pg_stat_activity',
  settings: 'pg_settings',
  relations: 'pg_catalog.pg_class',
  'tables of all schemas': 'information_schema.tables',
  'host rules': 'pg_hba_file_rules()',
  'columns of all tables': 'pg_attribute',
  'statistics with values': 'pg_stats',
  'large objects': 'pg_largeobject',
  'our bookkeeping': '_plinth_meta',
  'our audit': '_plinth_audit',
})

const STATEMENTS = list('statement', {
  'run a program': `copy (select 1) to program 'id > {out}'`,
  'write a file': `copy (select '{canary}') to '{out}'`,
  'read from a program': `copy topic (name) from program 'id'`,
  'run a block': `do $do$ begin perform pg_sleep(30); end $do$`,
  'create a function': `create function f() returns text language sql as $f$ select '{canary}' $f$`,
  'load a library': `load '{file}'`,
  'change a role': 'alter role current_user superuser',
  'take a role': 'set role postgres',
  'drop a table': 'drop table topic',
  'empty a table': 'truncate topic',
  'update rows': `update "{neighbour}".note set title = '{canary}'`,
  'insert rows': `insert into topic (name) select title from "{neighbour}".note`,
  'delete behind WITH': 'with x as (delete from topic returning id) select * from x',
  grant: 'grant all on all tables in schema "{neighbour}" to public',
  'create a table from a query': 'select * into stolen from "{neighbour}".note',
})

export const POSTGRES_CONSTRUCTS: readonly Construct[] = [
  ...FILES,
  ...OTHER_ROWS,
  ...SERVER,
  ...TABLES,
  ...STATEMENTS,
]
