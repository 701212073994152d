import { randomUUID } from 'node:crypto'
import { configurationsEqual, type Plan } from '@plinth/schema'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Placement } from '../engine/database-engine.ts'
import { configure, field, relate, table } from '../testing/configurations.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { planFor, sync } from '../testing/sync.ts'

describe.each(ENGINES)('drift, %s', (_name, open) => {
  let harness: EngineHarness
  let placement: Placement
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  const wanted = () => {
    const [author, posts] = relate(['posts', 'authors'], { name: 'author', backMany: true })
    return configure(
      harness.name,
      table('posts', [field('title'), field('count', 'number'), author]),
      table('authors', [field('name', 'text', { isUnique: true }), posts]),
    )
  }

  async function start(): Promise<void> {
    placement = await harness.newPlacement()
    const { result } = await sync(harness, { placement, wanted: wanted() })
    expect(result.kind).toBe('applied')
  }

  const wordsOf = (plan: Plan) => plan.drift.map((drift) => drift.words)

  /** Applies a plan over the drift and expects that no step is left. */
  async function repair(plan: Plan): Promise<void> {
    const request = { plan, migrationId: randomUUID(), by: 'test' }
    expect(await harness.engine.applyPlan(placement, request)).toMatchObject({ kind: 'applied' })
    const live = await harness.engine.readCatalogue(placement)
    expect(configurationsEqual(live.applied, wanted())).toBe(true)
    expect((await planFor(harness, { placement, wanted: wanted() })).steps).toEqual([])
  }

  test('reports no drift and no steps if nothing changed', async () => {
    await start()
    expect(await planFor(harness, { placement, wanted: wanted() })).toMatchObject({
      drift: [],
      steps: [],
    })
  })

  test('reports a dropped table and creates it again', async () => {
    await start()
    await harness.query(placement, 'drop table "posts"')
    const plan = await planFor(harness, { placement, wanted: wanted() })
    expect(wordsOf(plan)).toEqual(['Table "posts" is not in the database.'])
    expect(plan.steps.map((step) => step.id)).toEqual(['createTable:t_posts'])
    await repair(plan)
  })

  test('reports a dropped column and adds it again', async () => {
    await start()
    await harness.query(placement, 'alter table "posts" drop column "title"')
    const plan = await planFor(harness, { placement, wanted: wanted() })
    expect(wordsOf(plan)).toEqual(['Field "title" of "posts" is not there.'])
    await repair(plan)
  })

  test('reports a dropped index and builds it again', async () => {
    await start()
    const live = await harness.engine.readCatalogue(placement)
    const index = live.tables
      .find((each) => each.name === 'authors')
      ?.indexes.find((each) => each.isUnique && each.columns[0] === 'name')
    await harness.query(placement, `drop index "${index?.name}"`)
    const plan = await planFor(harness, { placement, wanted: wanted() })
    expect(wordsOf(plan)).toEqual(['An index of "authors" is missing.'])
    await repair(plan)
  })

  test('reports foreign tables and columns and leaves them alone', async () => {
    await start()
    await harness.query(placement, 'create table "theirs" ("id" text primary key)')
    await harness.query(placement, 'alter table "posts" add column "extra" text')
    const plan = await planFor(harness, { placement, wanted: wanted() })
    expect(wordsOf(plan).sort()).toEqual([
      '"extra" was added to "posts"; it is left alone.',
      '"theirs" is in the database but not in the configuration; it is left alone.',
    ])
    expect(plan.steps).toEqual([])
  })

  test('a name taken by a foreign table blocks', async () => {
    await start()
    await harness.query(placement, 'create table "theirs" ("id" text primary key)')
    const next = configure(harness.name, ...wanted().tables, table('Theirs'))
    const plan = await planFor(harness, { placement, wanted: next })
    expect(plan.steps.find((step) => step.class === 'blocking')?.words).toBe(
      'The database has something called "Theirs" already that is not this table. Rename one of the two.',
    )
  })

  test('a plan is refused as changed if the catalogue changed after planning', async () => {
    await start()
    const next = configure(harness.name, ...wanted().tables, table('more'))
    const plan = await planFor(harness, { placement, wanted: next })
    await harness.query(placement, 'alter table "posts" add column "extra" text')
    const request = { plan, migrationId: randomUUID(), by: 'test' }
    expect(await harness.engine.applyPlan(placement, request)).toEqual({ kind: 'changed' })
  })

  test('applying a plan twice returns the same result', async () => {
    await start()
    const next = configure(harness.name, ...wanted().tables, table('more'))
    const plan = await planFor(harness, { placement, wanted: next })
    const request = { plan, migrationId: randomUUID(), by: 'test' }
    const first = await harness.engine.applyPlan(placement, request)
    expect(await harness.engine.applyPlan(placement, request)).toEqual(first)
    expect(await harness.engine.readMigrations(placement)).toHaveLength(2)
  })
})
