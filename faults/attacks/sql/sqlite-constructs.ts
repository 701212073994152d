import type { Construct } from './sql-attack.ts'

const list = (kind: Construct['kind'], texts: Readonly<Record<string, string>>): Construct[] =>
  Object.entries(texts).map(([name, sql]) => ({ name, kind, sql }))

const EXPRESSIONS = list('expression', {
  'load a library': `load_extension('{file}')`,
  'load a library with an entry point': `load_extension('{file}', 'init')`,
  'read a file': `readfile('{file}')`,
  'write a file': `writefile('{out}', '{canary}')`,
  'edit a file': `edit('{canary}', 'sh')`,
  'the pointer of a tokenizer': `fts3_tokenizer('simple')`,
  'a forged tokenizer': `fts3_tokenizer('forged', x'4141414141414141')`,
  'the version': 'sqlite_version()',
  'the source of the build': 'sqlite_source_id()',
  'an option of the build': 'sqlite_compileoption_get(1)',
  'write to the log': `sqlite_log(1, '{canary}')`,
  'the last row': 'last_insert_rowid()',
  'how much was changed': 'total_changes()',
  'a hashed column by name': '(select group_concat(password) from user)',
  'a hashed column by a star':
    '(select group_concat(c) from (with q(a, b, c, d, e, f) as (select * from user) select c from q))',
  'a hashed column by a comparison': `(select count(*) from user where password like '$argon2%')`,
  'the number of a row': '(select max(rowid) from topic)',
  'a hidden column by name': '(select group_concat(secret) from note)',
  'an option of the build by name': `sqlite_compileoption_used('DQS')`,
  'where a value is stored': 'sqlite_offset(id)',
  'the path of the file': `(select group_concat(file) from pragma_database_list)`,
})

const TABLES = list('table', {
  'the schema': 'sqlite_schema',
  'the schema by its old name': 'sqlite_master',
  'the temporary schema': 'sqlite_temp_schema',
  'the schema of the file': 'main.sqlite_schema',
  'columns of a table': `pragma_table_info('user')`,
  'hidden columns of a table': `pragma_table_xinfo('user')`,
  'indexes of a table': `pragma_index_list('user')`,
  'the encoding': 'pragma_encoding',
  'open files': 'pragma_database_list',
  functions: 'pragma_function_list',
  modules: 'pragma_module_list',
  'options of the build': 'pragma_compile_options',
  'the journal mode': 'pragma_journal_mode',
  'a user version': 'pragma_user_version',
  tables: 'pragma_table_list',
  'pages of the file': 'dbstat',
  'our bookkeeping': '_plinth_meta',
  'our audit': '_plinth_audit',
  'our catalogue': '_plinth_catalogue',
  'waiting events': '_plinth_event',
  'a table behind its view': 'main._plinth_meta',
  folders: `fsdir('/')`,
  'statistics of indexes': 'sqlite_stat1',
  'numbers of rows': 'sqlite_sequence',
  'the write-ahead log': 'pragma_wal_checkpoint',
  'compiled code': `bytecode('select * from user')`,
})

const STATEMENTS = list('statement', {
  'open another file': `attach '{neighbour}' as z`,
  'write the file elsewhere': `vacuum into '{out}'`,
  'make the schema writable': 'pragma writable_schema = on',
  'trust the schema': 'pragma trusted_schema = on',
  'change the journal': 'pragma journal_mode = delete',
  'write the schema': `update sqlite_schema set sql = '{canary}'`,
  'drop a table': 'drop table topic',
  'delete rows': 'delete from topic',
  'update rows': `update topic set name = '{canary}'`,
  'insert rows': `insert into topic (id, name) values ('x', '{canary}')`,
  'delete behind WITH': 'with x as (select 1) delete from topic',
  'create a trigger': 'create trigger t after insert on topic begin delete from user; end',
  'create a view': 'create view stolen as select * from user',
  'create a virtual table': 'create virtual table v using fts5(x)',
  'rename a table': 'alter table topic rename to gone',
  'end our transaction': 'commit',
  'read another file after our transaction': `commit; attach '{neighbour}' as z; update topic set name = (select group_concat(title) from z.note); detach z; begin`,
  'write the file elsewhere after our transaction': `commit; vacuum into '{out}'; begin`,
})

export const SQLITE_CONSTRUCTS: readonly Construct[] = [...EXPRESSIONS, ...TABLES, ...STATEMENTS]
