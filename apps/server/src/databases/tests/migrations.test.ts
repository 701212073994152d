import { randomUUID } from 'node:crypto'
import { configurationsEqual, type StepClass } from '@plinth/schema'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CONVERSION_SCENARIOS } from '../testing/conversion-scenarios.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { RELATION_SCENARIOS } from '../testing/relation-scenarios.ts'
import { insertRow, readEverything } from '../testing/rows.ts'
import { SCENARIOS } from '../testing/scenarios.ts'
import { planFor, sync } from '../testing/sync.ts'

describe.each(ENGINES)('%s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  test.each(
    [...SCENARIOS, ...CONVERSION_SCENARIOS, ...RELATION_SCENARIOS].map(
      (each) => [each.name, each] as const,
    ),
  )('%s', async (_case, scenario) => {
    const placement = await harness.newPlacement()
    const before = scenario.before(harness.name)
    expect((await sync(harness, { placement, wanted: before })).result.kind).toBe('applied')
    const ids: Record<string, string[]> = {}
    for (const [tableId, rows] of Object.entries(scenario.rows ?? {})) {
      for (const values of rows) {
        const id = String(values.id ?? `0192${randomUUID().slice(4)}`)
        ids[tableId] = [...(ids[tableId] ?? []), id]
        await insertRow({ harness, placement, configuration: before }, { tableId, id, values })
      }
    }
    const rowsBefore = await readEverything({ harness, placement, configuration: before })
    const wanted = scenario.after(harness.name)
    const plan = await planFor(harness, { placement, wanted })
    const classes: StepClass[] = ['safe', 'slow', 'lossy', 'blocking']
    const worst = classes.findLast((each) => plan.steps.some((step) => step.class === each))
    expect([worst, plan.steps.map((step) => step.words)]).toEqual([
      scenario.class ?? 'safe',
      expect.anything(),
    ])
    expect(plan.drift).toEqual([])
    const request = { plan, migrationId: randomUUID(), by: 'test' }
    const result = await harness.engine.applyPlan(placement, request)
    if (scenario.class === 'blocking') {
      expect(result.kind).toBe('blocked')
      expect(await readEverything({ harness, placement, configuration: before })).toEqual(
        rowsBefore,
      )
      return
    }
    expect(result).toMatchObject({ kind: 'applied' })
    const live = await harness.engine.readCatalogue(placement)
    expect(configurationsEqual(live.applied, wanted)).toBe(true)
    expect(await planFor(harness, { placement, wanted })).toMatchObject({ steps: [], drift: [] })
    const stored = await readEverything({ harness, placement, configuration: wanted })
    for (const [columnId, values] of Object.entries(scenario.expected ?? {})) {
      const order = ids.t_posts ?? []
      const got = order.map((id) => JSON.parse(stored.get(`t_posts/${id}/${columnId}`) ?? '"none"'))
      expect([columnId, got]).toEqual([columnId, values])
    }
    if (scenario.links) {
      const links = [...stored].flatMap(([key, value]) => (value === 'link' ? [key] : []))
      expect(links.sort()).toEqual([...scenario.links].sort())
    }
    const undone = await harness.engine.undoLast(placement, {
      migrationId: randomUUID(),
      by: 'me',
    })
    expect(undone).toMatchObject({ kind: 'applied' })
    const after = await harness.engine.readCatalogue(placement)
    expect(configurationsEqual(after.applied, before)).toBe(true)
    expect(await readEverything({ harness, placement, configuration: before })).toEqual(rowsBefore)
    expect(await planFor(harness, { placement, wanted: before })).toMatchObject({
      steps: [],
      drift: [],
    })
  })
})
