import type { Database } from '@plinth/contract'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { withPlatform } from '../../../app/testing/people.ts'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import type { RowRunner } from '../../../rows/runners/row-runner.ts'
import { openRunnerAt } from '../../../rows/testing/log-world.ts'
import { NOTES, ORDERS, watchedShop } from './testing/watched-shop.ts'

const opened: RowRunner[] = []
afterAll(async () => {
  for (const runner of opened) await runner.close()
})

/** The dev environment's own database, beside the server. */
async function openLog(projectId: string, engine: Database) {
  const placement = await withPlatform(async (client) => {
    const { rows } = await client.query(
      `select environment_id as "environmentId", engine, server, database, schema, connection
       from placement join environment on environment.id = environment_id
       where project_id = $1 and name = 'dev'`,
      [projectId],
    )
    return rows[0] as Placement
  })
  const { dataDir, databaseUrl } = inject('server')
  const runner = openRunnerAt(engine, engine === 'sqlite3' ? dataDir : databaseUrl)
  opened.push(runner)
  return {
    placement,
    read: () => runner.readLog(placement, { after: 0, max: 1000 }),
    installed: () =>
      withPlatform(async (client) => {
        const text = 'select tables from watched_rows where environment_id = $1'
        const { rows } = await client.query(text, [placement.environmentId])
        return String(rows[0]?.tables ?? '')
      }),
  }
}

describe.each(['sqlite3', 'postgres'] as const)('live tables on %s', (database) => {
  test('a sync starts and ends the log of a table, and triggers work beside it', async () => {
    const shop = await watchedShop(database)
    await shop.sync([{ ...ORDERS, live: true }, NOTES])
    const log = await openLog(shop.projectId, database)
    const create = (name: string) =>
      shop.rows('POST', 'order', { body: { name, secret: 'canary' } })
    const titles = async () => {
      const page = await log.read()
      return page?.changes.map(({ row }) => String(JSON.parse(row).name)) ?? []
    }
    // Sync switches the log on and off shortly after its answer.
    await eventually(async () => (await log.installed()).includes('"live":true'))
    await create('first')
    await shop.rows('POST', 'note', { body: { text: 'not live' } })
    const { id } = await shop.watch({ event: 'created', filter: 'name = "run"' })
    await create('run')
    await shop.ended(id, 1)
    const row = await create('last')
    await eventually(async () => (await titles()).at(-1) === 'last')
    const page = await log.read()
    expect(page?.changes).toMatchObject([
      { position: 1, operation: 'created', tableId: 'orders' },
      { position: 2, operation: 'created', tableId: 'orders' },
      { position: 3, operation: 'created', tableId: 'orders', rowId: row.id },
    ])
    expect(JSON.stringify(page)).not.toContain('canary')

    await shop.sync([ORDERS, NOTES])
    await eventually(async () => !(await log.installed()).includes('"live":true'))
    const witness = await shop.watch({ event: 'created' })
    await create('off')
    await shop.ended(witness.id, 1)
    expect(await titles()).toEqual(['first', 'run', 'last'])
  })
})

test('a change recorded while a trigger was off never starts it', async () => {
  const shop = await watchedShop('postgres')
  const witness = await shop.watch({ event: 'created' })
  const late = await shop.watch({ event: 'created' })
  await shop.update(late.id, { ...late.workflow, active: false })
  const { placement } = await openLog(shop.projectId, 'postgres')
  const url = new URL(inject('server').databaseUrl)
  url.pathname = `/${placement.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(`set search_path to ${quoteName(placement.schema)}`)
    await client.query('begin')
    await client.query(`insert into "order" (id, name) values (gen_random_uuid(), 'before')`)
    await shop.update(late.id, late.workflow)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await shop.ended(witness.id, 1)
  await shop.rows('POST', 'order', { body: { name: 'after' } })
  await shop.ended(witness.id, 2)
  const runs = await shop.ended(late.id, 1)
  expect(runs.map(({ payload }) => (payload.row as { name: string }).name)).toEqual(['after'])
})
