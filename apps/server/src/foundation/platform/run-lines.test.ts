import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ownPlatform } from '../../app/testing/own-platform.ts'
import { sql } from './sql.ts'

const folder = join(import.meta.dirname, 'migrations')

/** A platform as the version before left it: runs under way, runs that wait, and promises of runs. */
async function fillOlder(url: string): Promise<void> {
  const on = new pg.Client({ connectionString: url })
  await on.connect()
  await on.query(
    'create table migration (name text primary key, applied_at timestamptz default now())',
  )
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  for (const file of files.filter((name) => name < '021')) {
    await on.query(await readFile(join(folder, file), 'utf8'))
    await on.query('insert into migration (name) values ($1)', [file])
  }
  await on.query(`
    insert into organisation (id, name) values ('org', 'Own');
    insert into project (id, organisation_id, name, region) values ('p', 'org', 'Older', 'here');
    insert into environment (id, project_id, name) values ('e', 'p', 'dev');
    insert into workflow (id, environment_id, name, nodes, connections, settings, active, node_count,
      credentials, digest)
    values ('one', 'e', 'One', '[]', '[]', '{}', true, 0, '[]', ''),
      ('two', 'e', 'Two', '[]', '[]', '{"execution": {"concurrency": 2}}', true, 0, '[]', '');
    insert into run (id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
      concurrency, trigger, status)
    select id, 'p', 'e', workflow, workflow, 1, '', concurrency, 'webhook', status from (values
      ('one-1', 'one', 1, 'running'), ('one-2', 'one', 1, 'queued'),
      ('two-1', 'two', 2, 'waiting'), ('two-2', 'two', 2, 'queued'), ('two-3', 'two', 2, 'queued'),
      ('two-0', 'two', 2, 'succeeded'), ('called', 'two', 0, 'running'), ('gone-1', 'gone', 5, 'queued')
    ) as given (id, workflow, concurrency, status);
    insert into outbox (topic, key) values ('runInOrder', 'one/one-2'), ('runInSlot', 'two/2/two-3'),
      ('watchRows', 'e')`)
  await on.end()
}

test('runs of an earlier version keep their slots, and those who waited there wait here', async () => {
  const { db, close } = await ownPlatform(fillOlder)
  const lines = await db.query(
    sql`select workflow_id, most, running, waiting from run_line order by 1`,
  )
  expect(lines).toEqual([
    { workflow_id: 'gone', most: 5, running: 1, waiting: 0 },
    { workflow_id: 'one', most: 1, running: 1, waiting: 1 },
    { workflow_id: 'two', most: 2, running: 2, waiting: 1 },
  ])
  const slots = await db.query<{ id: string; slot: string }>(
    sql`select id, slot from run order by id`,
  )
  expect(Object.fromEntries(slots.map(({ id, slot }) => [id, slot]))).toEqual({
    called: null,
    'gone-1': 'held',
    'one-1': 'older',
    'one-2': 'waits',
    'two-0': null,
    'two-1': 'older',
    'two-2': 'held',
    'two-3': 'waits',
  })
  const promised = await db.query(sql`select topic, key from outbox order by topic, key`)
  expect(promised).toEqual([
    { topic: 'run', key: 'gone-1' },
    { topic: 'run', key: 'two-2' },
    { topic: 'watchRows', key: 'e' },
  ])
  await close()
})
