import { randomUUID } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import { assessPlan, configurationsEqual, type Plan, shapesOf } from '@plinth/schema'
import type { Placement } from '../engine/database-engine.ts'
import { ROW_OPERATIONS } from '../engine/row-event.ts'
import type { EngineHarness } from './engine-harness.ts'
import { randomFrom } from './random.ts'
import { randomPair } from './random-configurations.ts'
import { fillRandomly } from './random-rows.ts'
import { readEvents } from './read-events.ts'
import { readEverything } from './rows.ts'
import { planFor, sync } from './sync.ts'

export interface PairResult {
  /** Broken invariants, one sentence each. */
  violations: string[]
  outcome: 'applied' | 'blocked'
  steps: number
}

/** Migrates a random configuration with rows to another and back, on a real database. */
export async function checkPair(harness: EngineHarness, seed: number): Promise<PairResult> {
  const random = randomFrom(seed)
  const { before, after } = randomPair(random, harness.name)
  const placement = await harness.newPlacement()
  const violations: string[] = []
  const fail = (words: string) => violations.push(`${harness.name} seed ${seed}: ${words}`)
  try {
    const first = await sync(harness, { placement, wanted: before })
    if (first.result.kind !== 'applied') {
      fail(`could not start: ${JSON.stringify(first.result)}`)
      return { violations, outcome: 'blocked', steps: 0 }
    }
    const isWatched = seed % 2 === 0
    if (isWatched) await watchAll(harness, { placement, configuration: before })
    await fillRandomly({ harness, placement, configuration: before }, random)
    const events = isWatched ? await readEvents(harness, placement) : []
    const result = await checkChange({ harness, placement, before, after, violations, fail })
    const left = isWatched ? await readEvents(harness, placement) : []
    if (left.length !== events.length) fail(`${left.length - events.length} unexpected events`)
    return result
  } catch (error) {
    fail(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return { violations, outcome: 'blocked', steps: 0 }
  } finally {
    await harness.engine.drop(placement)
  }
}

async function watchAll(
  { engine }: EngineHarness,
  { placement, configuration }: { placement: Placement; configuration: Configuration },
): Promise<void> {
  const tables = configuration.tables.map(({ id }) => [id, { operations: ROW_OPERATIONS }])
  await engine.watchRows(placement, Object.fromEntries(tables))
}

interface Change {
  harness: EngineHarness
  placement: Placement
  before: Configuration
  after: Configuration
  violations: string[]
  fail: (words: string) => void
}

async function checkChange(change: Change): Promise<PairResult> {
  const { harness, placement, before, after, violations, fail } = change
  const rowsBefore = await readEverything({ harness, placement, configuration: before })
  const plan = await planFor(harness, { placement, wanted: after })
  const steps = plan.steps.length
  if (plan.drift.length > 0) fail(`unexpected drift: ${JSON.stringify(plan.drift)}`)
  const request = { plan, migrationId: randomUUID(), by: 'pairs' }
  const result = await harness.engine.applyPlan(placement, request)
  if (assessPlan(plan).blocking.length > 0) {
    if (result.kind !== 'blocked') fail(`a blocking plan ended as ${result.kind}`)
    const rowsAfter = await readEverything({ harness, placement, configuration: before })
    compare({ was: rowsBefore, is: rowsAfter, fail, what: 'a blocked plan changed' })
    return { violations, outcome: 'blocked', steps }
  }
  if (result.kind !== 'applied') {
    fail(`ended as ${JSON.stringify(result).slice(0, 500)}`)
    return { violations, outcome: 'applied', steps }
  }
  await checkArrival({ ...change, wanted: after, what: 'after the plan' })
  const stored = await readEverything({ harness, placement, configuration: after })
  checkRows({ plan, rowsBefore, found: stored, after, fail })
  const undone = await harness.engine.undoLast(placement, {
    migrationId: randomUUID(),
    by: 'pairs',
  })
  if (undone.kind !== 'applied') {
    fail(`the undo ended as ${JSON.stringify(undone).slice(0, 500)}`)
    return { violations, outcome: 'applied', steps }
  }
  await checkArrival({ ...change, wanted: before, what: 'after the undo' })
  const back = await readEverything({ harness, placement, configuration: before })
  compare({ was: rowsBefore, is: back, fail, what: 'the undo did not bring back' })
  return { violations, outcome: 'applied', steps }
}

async function checkArrival({
  harness,
  placement,
  wanted,
  what,
  fail,
}: Change & { wanted: Configuration; what: string }): Promise<void> {
  const live = await harness.engine.readCatalogue(placement)
  if (!configurationsEqual(live.applied, wanted)) fail(`${what} the recorded configuration differs`)
  const again = await planFor(harness, { placement, wanted })
  for (const { words } of [...again.steps, ...again.drift]) fail(`${what} remaining step: ${words}`)
}

type StoredValues = Map<string, string>

function compare(options: {
  was: StoredValues
  is: StoredValues
  fail: Change['fail']
  what: string
}): void {
  const { was, is, fail, what } = options
  for (const [key, value] of was) {
    if (is.get(key) !== value) fail(`${what} ${key}: was ${value}, is ${is.get(key)}`)
  }
  for (const key of is.keys()) if (!was.has(key)) fail(`${what} ${key}: did not exist before`)
}

/** Checks that rows and values changed only where a step declares it, and that losses match the declared counts. */
function checkRows(options: {
  plan: Plan
  rowsBefore: StoredValues
  found: StoredValues
  after: Configuration
  fail: Change['fail']
}): void {
  const { plan, rowsBefore, found, after, fail } = options
  const shapes = shapesOf(after)
  const declared = new Map(plan.steps.map((step) => [step.id, step]))
  const lost = new Map<string, number>()
  for (const [key, value] of rowsBefore) {
    const [place = '', , columnId] = key.split('/')
    if (place.includes('|')) {
      const isGone = declared.has(`trashJoin:${place.split('|')[0]}`) && value === 'link'
      if (value !== 'link' || found.get(key) === 'link') continue
      lost.set(place, (lost.get(place) ?? 0) + 1)
      const moved = declared.get(`moveLinks:${place.split('|')[0]}`)
      const isDropped = place.split('|').some((id) => declared.has(`trashColumn:${id}`))
      const isTableGone = plan.steps.some(({ operation }) => operation.kind === 'trashTable')
      if (moved ? moved.class !== 'lossy' : !(isDropped || isGone || isTableGone)) {
        fail(`the link ${key} was lost`)
      }
      continue
    }
    if (!shapes.tables.has(place)) continue
    const isWanted = shapes.tables.get(place)?.columns.some((each) => each.columnId === columnId)
    if (columnId === undefined && !found.has(key)) fail(`the row ${key} was lost`)
    if (columnId === undefined || !isWanted) continue
    const step = declared.get(`rewriteColumn:${columnId}`)
    const now = found.get(key)
    if (step) {
      if (value !== 'null' && value !== '""' && now === 'null')
        lost.set(columnId, (lost.get(columnId) ?? 0) + 1)
      if (step.class !== 'lossy' && value !== 'null' && value !== '""' && now === 'null') {
        if (value !== '[]') fail(`${key} was lost without being declared: ${value}`)
      }
    } else if (!declared.has(`addColumn:${columnId}`) && now !== value) {
      fail(`${key} was ${value} and is ${now}`)
    }
  }
  for (const step of plan.steps) {
    const key = step.operation.kind === 'moveLinks' ? step.operation.pairKey : step.columnId
    if (step.class !== 'lossy' || step.operation.kind !== 'moveLinks' || key === null) continue
    const count = lost.get(key) ?? 0
    if (count !== step.rows) fail(`${step.id} declared ${step.rows} and lost ${count}`)
  }
}
