import type { Configuration } from '@plinth/contract'
import { tablesEqual } from '../compare/configurations-equal.ts'
import { findCurrentState } from './current-state.ts'
import { findObstacles, type PlanInputs } from './find-obstacles.ts'
import type { LiveCatalogue, TrashedItem } from './live-catalogue.ts'
import type { Measures, Plan, TableNames } from './plan.ts'
import { planIndexes } from './plan-indexes.ts'
import { planPairs } from './plan-pairs.ts'
import { planTables } from './plan-tables.ts'
import { planViews } from './plan-views.ts'
import { addStep, type Planning, startPlanning } from './planning.ts'
import { restoreTrashed } from './restore-trashed.ts'
import { shapesOf } from './shapes.ts'

/**
 * Plans the steps from the live database to the wanted configuration, matched by id. Without measures, it assumes
 * that no row blocks a step and that every lossy step loses data.
 */
export function planMigration(
  options: {
    live: LiveCatalogue
    wanted: Configuration
    measures?: Measures | undefined
    /** Trashed objects to restore. */
    restore?: readonly TrashedItem[] | undefined
  } & PlanInputs,
): Plan {
  const { live, wanted, measures, restore = [] } = options
  const current = findCurrentState(live)
  restoreTrashed(current, { live, restore })
  const target = shapesOf(wanted)
  const planning = startPlanning({ live, wanted, current, target, measures: measures ?? {} })
  findObstacles(planning, options)
  planTables(planning)
  planPairs(planning)
  for (const shape of target.tables.values()) {
    const table = current.tables.get(shape.tableId)
    if (table) planIndexes(planning, { table, target: shape })
  }
  planViews(planning)
  planRecords(planning)
  planLive(planning)
  return {
    engine: live.engine,
    schema: live.schema,
    catalogueDigest: live.digest,
    before: live.applied,
    wanted,
    drift: current.drift,
    steps: planning.steps,
    tables: nameTables(planning),
    restored: current.restored,
    isMeasured: measures !== undefined,
  }
}

/** Changes outside the database schema: rules, order and options that the database does not store. */
function planRecords(planning: Planning): void {
  const { live, wanted, steps } = planning
  const before = new Map(live.applied.tables.map((table) => [table.id, table]))
  const changed = new Set(steps.map((step) => step.tableId))
  for (const table of wanted.tables) {
    const old = before.get(table.id)
    // Live has a step of its own.
    if (changed.has(table.id) || tablesEqual(old && { ...old, live: table.live }, table)) continue
    addStep(planning, {
      id: `record:${table.id}`,
      class: 'safe',
      words: `Update rules and options of "${table.name}"; its rows do not change.`,
      inverse: `Restore the earlier rules and options of "${table.name}".`,
      tableId: table.id,
      operation: { kind: 'record' },
    })
  }
  const after = new Set(wanted.tables.map((table) => table.id))
  for (const table of live.applied.tables) {
    if (after.has(table.id) || changed.has(table.id)) continue
    addStep(planning, {
      id: `record:${table.id}`,
      class: 'safe',
      words: `Remove "${table.name}" from the recorded schema.`,
      inverse: `Add "${table.name}" to the recorded schema again.`,
      tableId: table.id,
      operation: { kind: 'record' },
    })
  }
}

/** Live rows are switched on and off outside the database schema. */
function planLive(planning: Planning): void {
  const { live, wanted } = planning
  const before = new Map(live.applied.tables.map((table) => [table.id, table.live === true]))
  const wordsOf = (name: string, isOn: boolean) => `Live rows of "${name}": ${isOn ? 'on' : 'off'}.`
  for (const { id, name, live: isLive = false } of wanted.tables) {
    if ((before.get(id) ?? false) === isLive) continue
    addStep(planning, {
      id: `live:${id}`,
      class: 'safe',
      words: wordsOf(name, isLive),
      inverse: wordsOf(name, !isLive),
      tableId: id,
      operation: { kind: 'record' },
    })
  }
}

function nameTables({ current, target }: Planning): TableNames[] {
  const ids = new Set([...current.tables.keys(), ...target.tables.keys()])
  return [...ids].map((tableId) => ({
    tableId,
    before: current.tables.get(tableId)?.name ?? null,
    after: target.tables.get(tableId)?.name ?? null,
  }))
}
