import type { RowChange } from '@plinth/client'
import type { Row } from '@plinth/contract'
import { sameCell } from '../cells/cell-value.ts'
import type { Missing } from '../edits/missing-rows.ts'

/** Several new or deleted rows are loaded together. */
const GATHER_MS = 200
/** A busy table is not loaded more often than this. */
const REFRESH_MS = 1_000

interface Target {
  /** The loaded version of a row. */
  find: (id: string) => Row | undefined
  /** Shows a newer version in the place of the row. */
  show: (row: Row) => void
  mark: (id: string, columns?: ReadonlySet<string>) => void
  /** Loads the rows in view again: their number or order has changed. */
  refresh: () => void
  /** Called with the rows that are no longer in the list, when it is loaded again. */
  onMissing: (missing: Missing) => void
  /** Called with the last change of the row that waits; with undefined when it waits no longer. */
  onWaiting: (change: RowChange<Row> | undefined) => void
  /** Whether a change of this row can move it to another place. */
  isSorted: () => boolean
}

export interface LiveChanges {
  take(change: RowChange<Row>): void
  /** Rows may have changed unseen. */
  refreshSoon(): void
  /** Waits with the changes of a row, and with rows that would move it, while its cell is edited. */
  hold(id: string | undefined): void
  stop(): void
}

function changedColumns(before: Row, after: Row): Set<string> {
  const names = Object.keys({ ...before, ...after })
  return new Set(names.filter((name) => !sameCell(before[name], after[name])))
}

/** Shows the changes of others in a grid. */
export function createLiveChanges(target: Target): LiveChanges {
  let heldId: string | undefined
  /** The last change of the held row; an older one is of no interest. */
  let held: RowChange<Row> | undefined
  let missing = new Map<string, 'delete' | 'leave'>()
  let isDue = false
  let refreshedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const tellMissing = () => {
    const told = missing
    missing = new Map()
    if (told.size > 0) target.onMissing(told)
  }
  const plan = () => {
    isDue = true
    if (timer !== undefined || heldId !== undefined) return
    const wait = Math.max(GATHER_MS, refreshedAt + REFRESH_MS - performance.now())
    timer = setTimeout(() => {
      timer = undefined
      if (heldId !== undefined) return
      isDue = false
      refreshedAt = performance.now()
      target.refresh()
      tellMissing()
    }, wait)
  }
  const apply = ({ type, id, row }: RowChange<Row>) => {
    if (row === undefined) {
      missing.set(id, type)
      return plan()
    }
    missing.delete(id)
    const before = target.find(id)
    if (before) {
      const columns = changedColumns(before, row)
      target.show(row)
      if (columns.size > 0) target.mark(id, columns)
    } else if (type === 'create') target.mark(id)
    if (!before || target.isSorted()) plan()
  }
  return {
    take(change) {
      if (change.id !== heldId) return apply(change)
      held = change
      target.onWaiting(change)
    },
    refreshSoon: plan,
    hold(id) {
      if (id === heldId) return
      heldId = id
      const late = held
      held = undefined
      if (late) {
        target.onWaiting(undefined)
        apply(late)
      }
      if (isDue) plan()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      if (held && held.row === undefined) missing.set(held.id, held.type)
      if (held) target.onWaiting(undefined)
      held = undefined
      tellMissing()
    },
  }
}
