import { randomUUID } from 'node:crypto'
import { configurationsEqual } from '@plinth/schema'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { configure, field, table } from '../testing/configurations.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { insertRow } from '../testing/rows.ts'
import { planFor, sync } from '../testing/sync.ts'

describe.each(ENGINES)('cancelling a migration, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  const before = () => configure(harness.name, table('posts', [field('count')]))
  const after = () => configure(harness.name, table('posts', [field('count', 'number')]))

  async function start() {
    const placement = await harness.newPlacement()
    const configuration = before()
    await sync(harness, { placement, wanted: configuration })
    const id = '01920000-0000-7000-8000-000000000001'
    await insertRow(
      { harness, placement, configuration },
      { tableId: 't_posts', id, values: { c_count: '7' } },
    )
    const plan = await planFor(harness, { placement, wanted: after() })
    const stop = new AbortController()
    const request = { plan, migrationId: randomUUID(), by: 'test', signal: stop.signal }
    return { placement, stop, request }
  }

  test('before it starts changes nothing, and it can be applied later', async () => {
    const { placement, stop, request } = await start()
    stop.abort()
    expect(await harness.engine.applyPlan(placement, request)).toEqual({ kind: 'cancelled' })
    const live = await harness.engine.readCatalogue(placement)
    expect(configurationsEqual(live.applied, before())).toBe(true)
    expect(await harness.query(placement, 'select "count" from "posts"')).toEqual([{ count: '7' }])
    const { signal: _, ...again } = request
    expect(
      await harness.engine.applyPlan(placement, { ...again, migrationId: randomUUID() }),
    ).toMatchObject({
      kind: 'applied',
    })
    expect(await harness.query(placement, 'select "count" from "posts"')).toEqual([{ count: 7 }])
  })

  test('after it was applied still reports it as applied', async () => {
    const { placement, stop, request } = await start()
    expect(await harness.engine.applyPlan(placement, request)).toMatchObject({ kind: 'applied' })
    stop.abort()
    expect(await harness.engine.applyPlan(placement, request)).toMatchObject({ kind: 'applied' })
  })

  test('midway leaves the old or the new configuration, never a mix', async () => {
    const { placement, stop, request } = await start()
    const onProgress = () => stop.abort()
    const result = await harness.engine.applyPlan(placement, { ...request, onProgress })
    const live = await harness.engine.readCatalogue(placement)
    const wanted = result.kind === 'applied' ? after() : before()
    expect(['applied', 'cancelled']).toContain(result.kind)
    expect(configurationsEqual(live.applied, wanted)).toBe(true)
    expect((await planFor(harness, { placement, wanted })).steps).toEqual([])
  })
})
