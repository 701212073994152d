import type { ToastContent } from '../../../ui/toast/toast.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { countEdit, type Edits } from './edits.ts'
import type { Tally } from './save-tally.ts'

/** What became of the changes of one table, counted as in 'Save Changes (n)'. */
export interface TableOutcome {
  table: string
  saved: number
  /** Not sent or not stored, because a value is invalid. */
  refused: number
  /** Not stored, because another user changed the same cells or row. */
  inConflict: number
  /** Turned into new rows, because another user deleted theirs. */
  orphaned: number
  /** The request failed. */
  failed: number
}

/** Counts each sent row once. */
export function countOutcome(table: string, { edits, tally }: { edits: Edits; tally: Tally }) {
  const stored = new Set([...tally.stored.map(({ id }) => id), ...tally.deleted])
  const refused = new Set(tally.problems.map(({ id }) => id))
  const theirs = new Set(tally.theirs.map(({ id }) => id))
  const orphaned = new Set(tally.deletedByOthers)
  const outcome: TableOutcome = {
    ...{ table, saved: 0, refused: 0, inConflict: 0, orphaned: 0, failed: 0 },
  }
  for (const [id, edit] of edits.rows) {
    const count = countEdit(edit)
    if (stored.has(id)) outcome.saved += count
    else if (orphaned.has(id)) outcome.orphaned += count
    else if (theirs.has(id) || edit.theirs) outcome.inConflict += count
    else if (refused.has(id) || Object.keys(edit.problems).length > 0) outcome.refused += count
    else outcome.failed += count
  }
  return outcome
}

function reasonOf(sum: Omit<TableOutcome, 'table'>, failure: string | undefined): string {
  if (sum.inConflict > 0) return `${strings.stale}. ${strings.staleText}`
  if (sum.orphaned > 0) return `${strings.deletedByOthers}. ${strings.deletedByOthersText}`
  if (sum.refused > 0) return `${strings.refused}. ${strings.refusedText}`
  return `${strings.saveFailed}. ${failure ?? strings.saveFailedText}`
}

/** The toast after a save: how many changes were saved and what became of the others. */
export function describeOutcome(
  outcomes: readonly TableOutcome[],
  failure: string | undefined,
): ToastContent {
  const total = (key: Exclude<keyof TableOutcome, 'table'>) =>
    outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
  const sum = {
    saved: total('saved'),
    refused: total('refused'),
    inConflict: total('inConflict'),
    orphaned: total('orphaned'),
    failed: total('failed'),
  }
  const others = [
    ...(sum.refused > 0 ? [strings.outcome.refused(sum.refused)] : []),
    ...(sum.inConflict + sum.orphaned > 0
      ? [strings.outcome.inConflict(sum.inConflict + sum.orphaned)]
      : []),
    ...(sum.failed > 0 ? [strings.outcome.failed(sum.failed)] : []),
  ]
  if (others.length === 0) {
    const place =
      outcomes.length === 1 ? outcomes[0]?.table : strings.outcome.tables(outcomes.length)
    return { title: strings.saved, description: strings.outcome.savedIn(sum.saved, place ?? '') }
  }
  const saved = sum.saved > 0 ? strings.outcome.saved(sum.saved) : strings.outcome.nothing
  return {
    title: [saved, ...others].join(', '),
    description: reasonOf(sum, failure),
    variant: 'destructive',
  }
}
