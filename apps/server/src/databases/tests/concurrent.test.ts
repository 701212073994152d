import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { configure, field, table } from '../testing/configurations.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { planFor, sync } from '../testing/sync.ts'

describe.each(ENGINES)('concurrent migrations, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  test('one of five syncs is applied, the others are busy or changed', async () => {
    const placement = await harness.newPlacement()
    await sync(harness, { placement, wanted: configure(harness.name, table('t', [field('a')])) })
    const plans = await Promise.all(
      ['b', 'c', 'd', 'e', 'f'].map((name) => {
        const wanted = configure(harness.name, table('t', [field('a'), field(name)]))
        return planFor(harness, { placement, wanted })
      }),
    )
    const results = await Promise.all(
      plans.map((plan) =>
        harness.engine.applyPlan(placement, { plan, migrationId: randomUUID(), by: 'test' }),
      ),
    )
    const kinds = results.map((result) => result.kind)
    expect(kinds.filter((kind) => kind === 'applied')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'busy' || kind === 'changed')).toHaveLength(4)
    const live = await harness.engine.readCatalogue(placement)
    expect(live.applied.tables[0]?.columns).toHaveLength(2)
  })

  test('a request cancelled before it starts changes nothing', async () => {
    const placement = await harness.newPlacement()
    const wanted = configure(harness.name, table('t', [field('a')]))
    await sync(harness, { placement, wanted })
    const next = configure(harness.name, table('t', [field('a', 'number')]))
    const plan = await planFor(harness, { placement, wanted: next })
    const signal = AbortSignal.abort()
    const request = { plan, migrationId: randomUUID(), by: 'test', signal }
    expect(await harness.engine.applyPlan(placement, request)).toEqual({ kind: 'cancelled' })
    expect((await planFor(harness, { placement, wanted })).steps).toEqual([])
  })

  test('reports increasing progress up to 1', async () => {
    const placement = await harness.newPlacement()
    await sync(harness, { placement, wanted: configure(harness.name, table('t', [field('a')])) })
    const wanted = configure(harness.name, table('t', [field('a', 'number')]))
    const plan = await planFor(harness, { placement, wanted })
    const progress: number[] = []
    const onProgress = ({ done }: { done: number }) => progress.push(done)
    await harness.engine.applyPlan(placement, {
      plan,
      migrationId: randomUUID(),
      by: 'x',
      onProgress,
    })
    expect(progress.length).toBeGreaterThan(2)
    expect(progress).toEqual([...progress].sort((left, right) => left - right))
    expect(progress.at(-1)).toBe(1)
  })

  test('provisioning creates missing internal tables', async () => {
    const placement = await harness.newPlacement()
    for (const name of ['_plinth_trash', '_plinth_migration', '_plinth_catalogue']) {
      await harness.query(placement, `drop table ${name}`)
    }
    await harness.engine.provision(placement)
    expect(await harness.engine.readCatalogue(placement)).toMatchObject({ tables: [], trash: [] })
  })
})
