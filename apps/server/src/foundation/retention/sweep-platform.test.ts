import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../app/testing/own-platform.ts'
import { sweepAged, sweepHistory } from './sweep-platform.ts'
import { TABLE_BOUNDS } from './table-bounds.ts'

let own: OwnPlatform
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())

async function select<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await own.db.pool.query<T>(text, values)).rows
}

const bounds = Object.entries(TABLE_BOUNDS)

test('every table of the platform has a declared bound, and every bound a table', async () => {
  const tables = await select<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`)
  const names = tables.map(({ name }) => name)
  const declared = Object.keys(TABLE_BOUNDS)
  expect(
    names.filter((name) => !declared.includes(name)),
    'tables without a bound',
  ).toEqual([])
  expect(
    declared.filter((name) => !names.includes(name)),
    'bounds without a table',
  ).toEqual([])
})

test('the age of rows is found by an index', async () => {
  const indexed = await select<{ at: string }>(`
    select relname || '.' || attname as at from pg_index
    join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]`)
  const found = new Set(indexed.map(({ at }) => at))
  const missing = bounds.flatMap(([table, bound]) =>
    bound.rule === 'age' && !found.has(`${table}.${bound.column}`) ? [table] : [],
  )
  expect(missing).toEqual(['rate_limit'])
})

const COUNT = 2_500
const OLD = (days: number) => `now() - interval '${days} days' - interval '1 hour'`

describe('rows past their age', () => {
  const numbers = `from generate_series(1, ${COUNT}) as n`
  const hours = (table: string, column: string) =>
    `insert into ${table} (environment_id, workflow_id, trigger, ${column}, status, bucket, runs)
     select $1, n::text, '', at, 'succeeded', 0, 1 ${numbers}, (values ($2::timestamptz)) as given (at)`
  const key =
    'insert into idempotency (principal, key, endpoint, body_hash, status, answer, created_at)'
  test.each([
    ['run_hour', 100, hours('run_hour', 'hour')],
    ['run_day', 800, hours('run_day', 'day')],
    [
      'refused_query',
      365,
      `insert into refused_query (environment_id, table_id, query_digest, table_name, reason, found_at)
       select $1, n::text, $2::timestamptz::text, '', '', $2::timestamptz ${numbers}`,
    ],
    [
      'restore',
      365,
      `insert into restore (id, organisation_id, target, environments, name, state, staff_id, by_name,
         request_id, ended_at)
       select $1 || n || $2::timestamptz, 'org', 'new', '[]', '', 'done', '', '', '', $2::timestamptz ${numbers}`,
    ],
    [
      'idempotency',
      1,
      `${key} select $1, n || $2::timestamptz::text, '', '', 200, '', $2::timestamptz ${numbers}`,
    ],
  ])(
    'of %s are deleted after %i days, in batches, and younger ones stay',
    async (table, days, add) => {
      const at = async (time: string) => (await select<{ at: Date }>(`select ${time} as at`))[0]?.at
      await select(add, [own.environmentId, await at(OLD(days))])
      await select(add, [
        own.environmentId,
        await at(`now() - interval '${days} days' + interval '1 hour'`),
      ])
      expect(await sweepAged({ db: own.db })).toBe(COUNT)
      const [left] = await select<{ rows: number }>(`select count(*)::int as rows from ${table}`)
      expect(left?.rows).toBe(COUNT)
      expect(await sweepAged({ db: own.db })).toBe(0)
      await select(`delete from ${table}`)
    },
  )

  test('a webhook address without a trigger is deleted after 30 days, one in use never', async () => {
    await addWorkflow('wfl_hooks')
    await select(
      `insert into webhook_address (workflow_id, node_id, secret, unused_since) values
         ('wfl_hooks', 'used', 's1', null), ('wfl_hooks', 'old', 's2', ${OLD(30)}),
         ('wfl_hooks', 'young', 's3', now() - interval '29 days')`,
    )
    expect(await sweepAged({ db: own.db })).toBe(1)
    const left = await select<{ id: string }>(
      'select node_id as id from webhook_address order by 1',
    )
    expect(left.map(({ id }) => id)).toEqual(['used', 'young'])
  })
})

function addWorkflow(id: string) {
  return select(
    `insert into workflow (id, environment_id, name, nodes, connections, settings, active, node_count,
       credentials, digest, revision)
     values ($1, $2, $1, '[]', '{}', '{}', true, 0, '{}', '', 12)`,
    [id, own.environmentId],
  )
}

describe('history', () => {
  test('keeps the newest revisions of each environment', async () => {
    await select(
      `insert into configuration_revision (environment_id, revision, configuration)
       select $1, n, '{}' from generate_series(1, 3000) as n`,
      [own.environmentId],
    )
    expect(await sweepHistory({ db: own.db, keep: 10 })).toBe(2_990)
    const left = await select<{ revision: number }>(
      'select revision from configuration_revision order by 1',
    )
    expect(left.map(({ revision }) => revision)).toEqual(
      [...Array(10).keys()].map((n) => 2_991 + n),
    )
    expect(await sweepHistory({ db: own.db, keep: 10 })).toBe(0)
  })

  test('keeps the newest versions of a workflow, and the current one', async () => {
    await addWorkflow('wfl_versions')
    await select(
      `insert into workflow_version (workflow_id, revision, name, nodes, connections, settings, active,
         node_count, by_name)
       select 'wfl_versions', n, '', '[]', '{}', '{}', true, 0, '' from generate_series(1, 40) as n`,
    )
    await sweepHistory({ db: own.db, keep: 10 })
    const left = await select<{ revision: number }>(
      'select revision from workflow_version order by 1',
    )
    // Revision 12 is the workflow's current one.
    expect(left.map(({ revision }) => revision)).toEqual([
      12,
      ...[...Array(10).keys()].map((n) => 31 + n),
    ])
  })

  test('keeps the newest releases, the running one and the applied one', async () => {
    await select(
      `insert into release (id, project_id, environment_id, environment, kind, state, plan, steps,
         staff_id, by_name, request_id, started_at)
       select 'rel_' || n, $1, $2, 'dev', 'sync',
         case n when 3 then 'running' when 2 then 'applied' when 1 then 'applied' else 'failed' end,
         '{}', '[]', '', '', '', now() + n * interval '1 second'
       from generate_series(1, 30) as n`,
      [own.projectId, own.environmentId],
    )
    await sweepHistory({ db: own.db, keep: 10 })
    const left = await select<{ id: string }>('select id from release order by started_at')
    const kept = [2, 3, ...[...Array(10).keys()].map((n) => 21 + n)]
    expect(left.map(({ id }) => id)).toEqual(kept.map((n) => `rel_${n}`))
  })

  test('drops queues of deleted workflows once their runs are deleted', async () => {
    for (const id of ['wfl_live', 'wfl_runs', 'wfl_gone']) await addWorkflow(id)
    await select(
      `insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
         graph_digest, concurrency, trigger, status)
       values ('run_1', $1, $2, 'wfl_runs', '', 1, '', 1, '', 'succeeded')`,
      [own.projectId, own.environmentId],
    )
    await select(`delete from workflow where id in ('wfl_runs', 'wfl_gone')`)
    const queues = async () =>
      (
        await select<{ id: string }>(
          `select workflow_id as id from run_queue where workflow_id in
             ('wfl_live', 'wfl_runs', 'wfl_gone') order by 1`,
        )
      ).map(({ id }) => id)
    expect(await queues()).toEqual(['wfl_gone', 'wfl_live', 'wfl_runs'])
    await sweepHistory({ db: own.db, keep: 10 })
    expect(await queues()).toEqual(['wfl_live', 'wfl_runs'])
  })

  test('drops records of failed backups and of backups without a project after 30 days', async () => {
    const add = (
      id: string,
      { project, state, age }: { project: string; state: string; age: number },
    ) =>
      select(
        `insert into backup (id, project_id, organisation_id, origin, store, key, state, by_name,
           request_id, started_at)
         values ($1, $2, 'org', 'person', 'disk', $1, $3, '', '', now() - $4 * interval '1 day')`,
        [id, project, state, age],
      )
    await add('kept-done', { project: own.projectId, state: 'done', age: 900 })
    await add('kept-young', { project: own.projectId, state: 'failed', age: 29 })
    await add('kept-young-orphan', { project: 'prj_gone', state: 'done', age: 29 })
    await add('failed', { project: own.projectId, state: 'failed', age: 31 })
    await add('orphan', { project: 'prj_gone', state: 'done', age: 31 })
    expect(await sweepHistory({ db: own.db, keep: 10 })).toBe(2)
    const left = await select<{ id: string }>('select id from backup order by 1')
    expect(left.map(({ id }) => id)).toEqual(['kept-done', 'kept-young', 'kept-young-orphan'])
  })

  test('visits many parents in batches', async () => {
    await select(
      `with added as (insert into project (id, organisation_id, name, region)
         select 'prj_many' || n, 'org', 'Many ' || n, 'here' from generate_series(1, 1300) as n
         returning id), places as (insert into environment (id, project_id, name)
         select 'env' || id, id, 'dev' from added returning id)
       insert into configuration_revision (environment_id, revision, configuration)
       select places.id, n, '{}' from places, generate_series(1, 12) as n`,
    )
    expect(await sweepHistory({ db: own.db, keep: 10 })).toBe(1_300 * 2)
  })
})
