import type { Configuration } from '@plinth/contract'
import type { CurrentState, CurrentTable } from './current-state.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { Operation } from './operation.ts'
import type { Check, Measure, Measures, Step, StepClass } from './plan.ts'
import type { Shapes } from './shapes.ts'
import { trashName } from './stored-names.ts'

/** State of the planner. */
export interface Planning {
  live: LiveCatalogue
  wanted: Configuration
  current: CurrentState
  target: Shapes
  measures: Measures
  steps: Step[]
  /** Fields by table whose stored column is replaced. */
  touched: Map<string, Set<string>>
  trashCounts: Map<string, number>
}

export function startPlanning(
  options: Pick<Planning, 'live' | 'wanted' | 'current' | 'target' | 'measures'>,
): Planning {
  const trashCounts = new Map<string, number>()
  for (const item of options.live.trash) {
    const id = idOfTrashed(item)
    const count = Number(/_(\d+)$/.exec(item.trashName)?.[1] ?? 0)
    trashCounts.set(id, Math.max(count, trashCounts.get(id) ?? 0))
  }
  return { ...options, steps: [], touched: new Map(), trashCounts: trashCounts }
}

function idOfTrashed(item: LiveCatalogue['trash'][number]): string {
  if (item.kind === 'table') return item.tableId
  return item.kind === 'column' ? item.columnId : item.definition.pairKey
}

/** Next name for an object moved to the trash. */
export function nextTrashName(planning: Planning, id: string): string {
  const count = (planning.trashCounts.get(id) ?? 0) + 1
  planning.trashCounts.set(id, count)
  return trashName(id, count)
}

/** Records that a field's stored column is replaced. */
export function touch(planning: Planning, place: { tableId: string; columnId: string }): void {
  const touched = planning.touched.get(place.tableId) ?? new Set()
  planning.touched.set(place.tableId, touched.add(place.columnId))
}

export function measureOf(planning: Planning, check: Check | undefined): Measure | undefined {
  return check && planning.measures[check.key]
}

/** Scanning or rewriting is fast on an empty table. */
export function slowUnlessEmpty(table: CurrentTable): StepClass {
  return table.rows === 0 ? 'safe' : 'slow'
}

/** Adds a step; blocking and lossy steps include their measurement. */
export function addStep(
  planning: Planning,
  step: {
    id: string
    class: StepClass
    words: string
    inverse: string
    tableId: string | null
    columnId?: string | null
    operation: Operation
    checks?: Check[]
    measure?: Measure | undefined
  },
): void {
  const { measure, ...rest } = step
  const phase = planning.live.engine === 'postgres' ? PHASES[step.operation.kind] : 'cutover'
  planning.steps.push({
    columnId: null,
    checks: [],
    ...rest,
    phase: phase ?? 'cutover',
    ...(measure ? { rows: measure.rows, samples: measure.samples } : {}),
  })
}

/** Phase of a step's long-running part in PostgreSQL. */
const PHASES: Partial<Record<Operation['kind'], Step['phase']>> = {
  addMoments: 'prepare',
  addColumn: 'prepare',
  rewriteColumn: 'prepare',
  createIndex: 'prepare',
  setRequired: 'prepare',
  addForeignKey: 'clean',
}

/** `1 row`, `5 rows`. */
export function countRows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
