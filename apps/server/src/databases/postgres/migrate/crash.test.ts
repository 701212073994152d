import { randomUUID } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import { configurationsEqual, type Plan } from '@plinth/schema'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Placement } from '../../engine/database-engine.ts'
import { configure, field, relate, table } from '../../testing/configurations.ts'
import { type EngineHarness, openPostgresHarness } from '../../testing/engine-harness.ts'
import { insertRow, readEverything } from '../../testing/rows.ts'
import { planFor, sync } from '../../testing/sync.ts'
import type { Connect } from '../connection/connect.ts'
import { applyPostgresPlan } from './apply-plan.ts'

/** CI tries every third statement to save time; all of them have passed. */
const STRIDE = 3

let harness: EngineHarness
let placement: Placement
beforeAll(async () => {
  harness = await openPostgresHarness(inject('server').databaseUrl)
})
afterAll(() => harness.close())

const id = (number: number) => `01920000-0000-7000-8000-00000000000${number}`

function before(): Configuration {
  const [author, posts] = relate(['posts', 'authors'], { name: 'author', backMany: true })
  return configure(
    'postgres',
    table('posts', [field('title'), field('count'), field('old'), field('must'), author]),
    table('authors', [field('name'), posts]),
    table('drafts', [field('a')]),
  )
}

/** A rename, fill, type change, unique, required, moved links, and a table added and removed. */
function after(): Configuration {
  const [author, posts] = relate(['posts', 'authors'], {
    name: 'author',
    backMany: true,
    many: true,
  })
  const columns = [
    { ...field('title', 'text', { isUnique: true }), name: 'headline' },
    field('count', 'number'),
    field('must', 'text', { isRequired: true, default: 'none' }),
    field('stars', 'number', { isRequired: true, default: 3 }),
    author,
  ]
  return configure(
    'postgres',
    { ...table('posts', columns), name: 'articles' },
    table('authors', [field('name', 'text', { isRequired: true }), posts]),
    table('tags', [field('word')]),
    table('titles', [], { type: 'Computed', query: 'select "id", "headline" from "articles"' }),
  )
}

/** A connection that breaks right after its n-th statement. */
function connectUntil(limit: number): { connect: Connect; sent: () => number } {
  let sent = 0
  const url = new URL(inject('server').databaseUrl)
  const connect: Connect = async ({ database }) => {
    url.pathname = `/${database}`
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => {})
    await client.connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const counted = (...args: unknown[]) => {
      sent += 1
      const answer = query(...args)
      if (sent === limit) {
        const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
          .connection
        setImmediate(() => stream.destroy())
      }
      return answer
    }
    return Object.assign(client, { query: counted })
  }
  return { connect, sent: () => sent }
}

async function expectOneConfiguration(): Promise<Configuration> {
  const live = await harness.engine.readCatalogue(placement)
  const isOld = configurationsEqual(live.applied, before())
  const isNew = configurationsEqual(live.applied, after())
  expect([isOld, isNew].filter(Boolean)).toHaveLength(1)
  const plan = await planFor(harness, { placement, wanted: live.applied })
  expect({ steps: plan.steps, drift: plan.drift }).toEqual({ steps: [], drift: [] })
  return live.applied
}

async function leftovers(): Promise<unknown[]> {
  return harness.query(
    placement,
    `select attname as name from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = current_schema()::regnamespace and attname like '\\_plinth\\_new\\_%' and not attisdropped
     union all select relname from pg_class where relnamespace = current_schema()::regnamespace and relname like '\\_plinth\\_new\\_%'
     union all select proname from pg_proc where pronamespace = current_schema()::regnamespace and proname like '\\_plinth\\_new\\_%'
     union all select conname from pg_constraint where connamespace = current_schema()::regnamespace and conname like '\\_plinth\\_new\\_%'
     union all select key from _plinth_meta where key like 'fill:%'`,
  )
}

test('a crash at any statement leaves the old or the new configuration, and the next call completes it', {
  timeout: 240_000,
}, async () => {
  placement = await harness.newPlacement()
  await sync(harness, { placement, wanted: before() })
  const environment = { harness, placement, configuration: before() }
  await insertRow(environment, { tableId: 't_authors', id: id(1), values: { c_name: 'Ann' } })
  for (const number of [2, 3, 4]) {
    const must = number === 3 ? null : 'x'
    const values = { c_title: `t${number}`, c_count: `${number}`, c_must: must, c_author: id(1) }
    await insertRow(environment, { tableId: 't_posts', id: id(number), values })
  }
  const rowsBefore = await readEverything(environment)
  const attempt = async (options: { plan: Plan; migrationId: string; limit: number }) => {
    const { connect } = connectUntil(options.limit)
    const request = { plan: options.plan, migrationId: options.migrationId, by: 'crash' }
    return applyPostgresPlan({ connect, placement, request }).then(
      (result) => result.kind,
      () => 'crashed',
    )
  }
  let plan = await planFor(harness, { placement, wanted: after() })
  let migrationId = randomUUID()
  const outcomes = new Map<string, number>()
  for (let limit = 1; ; limit += STRIDE) {
    const outcome = await attempt({ plan, migrationId, limit })
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const applied = await expectOneConfiguration()
    if (configurationsEqual(applied, before())) {
      expect(outcome).not.toBe('applied')
      expect(await readEverything(environment)).toEqual(rowsBefore)
      // Alternates between resuming the same request and giving it up.
      if ((limit / STRIDE) % 2 < 1) continue
      await harness.engine.recover(placement)
      expect(await leftovers()).toEqual([])
      migrationId = randomUUID()
      plan = await planFor(harness, { placement, wanted: after() })
      continue
    }
    if (outcome === 'applied') break
    // It has cut over: recovery only has to clean up.
    const recoveries = await harness.engine.recover(placement)
    expect(recoveries.every(({ outcome: how }) => how === 'finished')).toBe(true)
    expect(await leftovers()).toEqual([])
    const back = await harness.engine.undoLast(placement, { migrationId: randomUUID(), by: 'x' })
    expect(back).toMatchObject({ kind: 'applied' })
    expect(await readEverything(environment)).toEqual(rowsBefore)
    migrationId = randomUUID()
    plan = await planFor(harness, { placement, wanted: after() })
  }
  expect(outcomes.get('crashed') ?? 0).toBeGreaterThan(15)
  expect(await leftovers()).toEqual([])
  const [last] = await harness.engine.readMigrations(placement)
  expect(last?.state).toBe('applied')
})

test('reports locked and changes nothing while a table stays in use', async () => {
  placement = await harness.newPlacement()
  const first = configure('postgres', table('posts', [field('a')]))
  await sync(harness, { placement, wanted: first })
  const url = new URL(inject('server').databaseUrl)
  url.pathname = `/${placement.database}`
  const holder = new pg.Client({ connectionString: url.href })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select * from "${placement.schema}"."posts"`)
  const wanted = configure('postgres', table('posts', [{ ...field('a'), name: 'b' }]))
  const { result } = await sync(harness, { placement, wanted })
  expect(result).toMatchObject({ kind: 'locked' })
  await holder.query('rollback')
  await holder.end()
  const live = await harness.engine.readCatalogue(placement)
  expect(configurationsEqual(live.applied, first)).toBe(true)
  expect((await sync(harness, { placement, wanted })).result).toMatchObject({ kind: 'applied' })
})
