import { randomBytes } from 'node:crypto'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseServerUser } from '../process/choose-server-user.ts'
import { startPlainCluster } from './plain-cluster.ts'
import { query } from './query.ts'

export const OLD_DATA_DATABASE = 'plinth_old_00001'

const platform = `create table staff (id bigserial primary key, email text);
  insert into staff (email) values ('ada@example.com')`

const environment = (name: string, tables: number) => `
  create schema ${name};
  create table ${name}._plinth_meta (key text primary key, value text);
  insert into ${name}._plinth_meta values ('environment', '${name}'), ('reader', 'sealed'), ('reader-release', '1');
  create type ${name}.mood as enum ('good', 'bad');
  create domain ${name}.short as text check (length(value) < 9);
  create sequence ${name}.free;
  create table ${name}.note (id int generated always as identity, title text, mood ${name}.mood, at serial);
  insert into ${name}.note (title, mood) values ('first', 'good');
  create view ${name}.titles as select id, title from ${name}.note;
  create function ${name}.mark() returns trigger language plpgsql
    as $$ begin new.title := new.title || '!'; return new; end $$;
  create trigger mark before insert on ${name}.note for each row execute function ${name}.mark();
  do $$ begin for n in 1..${tables} loop
    execute format('create table ${name}.t%s (id bigserial primary key)', n);
    if n % 500 = 0 then commit; end if; end loop; end $$;
  create role ${name}_reader login noinherit password 'known to an attacker';
  grant usage on schema ${name} to ${name}_reader;
  grant select (id, title) on ${name}.note to ${name}_reader`

/** What a superuser's session may have left behind. */
const leftovers = `
  create role intruder login superuser password 'known to an attacker';
  create role listener login in role pg_read_server_files;
  grant plinth to listener;
  create extension dblink;
  create function native() returns trigger language c as '$libdir/refint', 'check_primary_key';
  create function read_all() returns bigint language sql security definer as 'select count(*) from e_one.note';
  grant select on e_one.note to public;
  alter role all set search_path = intruder, public`

/** Makes a data folder's cluster as builds did in which the product was the superuser `plinth`. */
export async function makeOldCluster(dataDir: string, { tables = 0 } = {}): Promise<void> {
  const home = join(dataDir, 'postgres')
  const cluster = await startPlainCluster(join(home, 'cluster'))
  await query(cluster.url(), 'create database plinth')
  await query(cluster.url(), `create database ${OLD_DATA_DATABASE}`)
  await query(cluster.url('plinth'), platform)
  const data = cluster.url(OLD_DATA_DATABASE)
  for (const statement of environment('e_one', tables).split(/;\n(?= {2}\w)/))
    await query(data, statement)
  await query(data, environment('e_two', 0))
  await query(data, leftovers)
  await query(data, `alter system set archive_command = 'touch /tmp/plinth-intruder'`)
  await cluster.stop()
  const password = join(home, 'password')
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const { uid, gid, switched } = await chooseServerUser()
  if (switched) await chown(password, uid, gid)
}
