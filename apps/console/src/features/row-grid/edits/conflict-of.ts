import { type Clash, clashAt, resolveClash } from './clashes.ts'
import type { GridStore } from './grid-store.ts'

export interface Conflict {
  clash: Clash
  decide: (side: 'mine' | 'theirs') => void
}

/** The conflict of a cell with another user's change, and how it is decided. */
export function conflictOf(
  store: GridStore,
  cell: { id: string; column: string },
): Conflict | undefined {
  const clash = clashAt(store.get().edits, cell)
  if (!clash) return undefined
  return { clash, decide: (side) => store.change((now) => resolveClash(now, cell, side)) }
}
