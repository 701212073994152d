import { type GridModel, rowAt } from './grid-model.ts'
import { type CellSelection, rangeOf, selectCell } from './selection.ts'

/** In a longer range only the first and the last row are compared. */
const MAX_COMPARED = 1_000

/** A selection that stays with its rows, wherever changes of others move them. */
export interface FollowedSelection {
  /** Where its rows are, or were when they were last in the list. */
  readonly selection: CellSelection
  /** The ids of its rows by their distance from the first one; those that were never loaded are missing. */
  readonly ids: ReadonlyMap<number, string>
  /** Whether its focus row is not among the loaded rows: then no cell is selected. */
  readonly isLost: boolean
  /** The number of rows when it was last found. */
  readonly count: number
}

/** Where rows are now. */
interface RowPlaces {
  count: number
  idAt(index: number): string | undefined
  indexOf(id: string): number | undefined
  /** The id that a row got when it was stored. */
  nameOf(id: string): string
  isSettled(): boolean
}

export function placesIn(model: GridModel): RowPlaces {
  const { added, pages, count } = model
  return {
    count,
    idAt: (index) => rowAt(model, index)?.id,
    indexOf(id) {
      const at = added.findIndex((row) => row.id === id)
      if (at >= 0) return at
      const stored = pages.indexOf(id)
      return stored === undefined ? undefined : stored + added.length
    },
    nameOf: pages.nameOf,
    isSettled: pages.isSettled,
  }
}

/** Where a row is now; most are where they were. */
export function placeOf(places: RowPlaces, { id, row }: { id: string; row: number }) {
  return places.idAt(row) === id ? row : places.indexOf(id)
}

export function startFollowing(selection: CellSelection): FollowedSelection {
  return { selection, ids: new Map(), isLost: false, count: 0 }
}

/** The id of the row with the focus; undefined while it is loading. */
export function focusIdOf({ selection, ids }: FollowedSelection): string | undefined {
  return ids.get(selection.focus.row - rangeOf(selection).top)
}

function offsetsOf({ selection }: FollowedSelection): number[] {
  const { top, bottom } = rangeOf(selection)
  const last = bottom - top
  return last < MAX_COMPARED ? Array.from({ length: last + 1 }, (_, at) => at) : [0, last]
}

function moveBy({ anchor, focus }: CellSelection, by: number): CellSelection {
  const move = (cell: CellSelection['focus']) => ({ ...cell, row: cell.row + by })
  return { anchor: move(anchor), focus: move(focus) }
}

function isSameMap(one: ReadonlyMap<number, string>, other: ReadonlyMap<number, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)
}

/** How far its rows have moved; undefined if they are not loaded. */
function distanceOf(followed: FollowedSelection, places: RowPlaces): number | undefined {
  const { top } = rangeOf(followed.selection)
  const focus = followed.selection.focus.row - top
  const [guide = focus] = followed.ids.has(focus) ? [focus] : followed.ids.keys()
  const id = followed.ids.get(guide)
  if (id === undefined) return 0
  const before = top + guide
  const at = placeOf(places, { id, row: before })
  return at === undefined ? undefined : at - before
}

/**
 * The selection after rows were added, removed or moved. A range whose rows are no longer next to each other shrinks to
 * its focus row. Returns the same object if nothing changed.
 */
export function followSelection(before: FollowedSelection, places: RowPlaces): FollowedSelection {
  const ids = new Map([...before.ids].map(([offset, id]) => [offset, places.nameOf(id)]))
  const followed = isSameMap(before.ids, ids) ? before : { ...before, ids }
  const lost = followed.isLost ? followed : { ...followed, isLost: true }
  const by = distanceOf(followed, places)
  if (by === undefined) return lost
  const selection = by === 0 ? followed.selection : moveBy(followed.selection, by)
  const { top } = rangeOf(selection)
  const now = new Map(ids)
  let isTorn = false
  for (const offset of offsetsOf({ ...followed, selection })) {
    const id = places.idAt(top + offset)
    const known = ids.get(offset)
    if (id !== undefined && known !== undefined && id !== known) isTorn = true
    if (id !== undefined && known === undefined) now.set(offset, id)
  }
  if (isTorn) {
    const id = focusIdOf({ ...followed, selection })
    if (!places.isSettled() || id === undefined) return lost
    const { anchor, focus } = selection
    const row = { anchor: { ...focus, col: anchor.col }, focus }
    return { selection: row, ids: new Map([[0, id]]), isLost: false, count: places.count }
  }
  // Until every page is up to date, the place may be of before the new number of rows.
  const count = places.isSettled() || followed.count === 0 ? places.count : followed.count
  const isSame = !followed.isLost && by === 0 && followed.count === count && isSameMap(ids, now)
  return isSame ? followed : { selection, ids: now, isLost: false, count }
}

/** Where the lost rows may be, if others only added or deleted rows before them. */
export function guessPlace({ selection, count }: FollowedSelection, now: number): number {
  return Math.max(0, Math.min(now - 1, selection.focus.row + now - count))
}

/** The cell that navigation keys start from if nothing is selected. */
export function startOf(followed: FollowedSelection | undefined): CellSelection {
  return followed?.selection ?? selectCell({ row: 0, col: 0 })
}
