import {
  type CurrentColumn,
  type CurrentState,
  readCurrentColumn,
  readCurrentTable,
} from './current-state.ts'
import { fillOf } from './fill-of.ts'
import type { LiveCatalogue, TrashedItem } from './live-catalogue.ts'
import type { LinkStorage } from './operation.ts'
import { pairKeyOf, shapeOfColumn } from './shapes.ts'

/**
 * Adds trashed objects to the current state under their trash name, so that restoring them is planned as a rename.
 * A replaced column becomes the `former` of its replacement.
 */
export function restoreTrashed(
  state: CurrentState,
  { live, restore }: { live: LiveCatalogue; restore: readonly TrashedItem[] },
): void {
  for (const gone of restore) if (gone.kind === 'table') restoreTable(state, { live, gone })
  const pairs = pairKeysOf(state)
  for (const gone of restore)
    if (gone.kind === 'column') restoreColumn(state, { live, gone, pairs })
  for (const gone of restore) if (gone.kind === 'join') restoreJoin(state, { live, gone, pairs })
}

function restoreTable(
  state: CurrentState,
  { live, gone }: { live: LiveCatalogue; gone: Extract<TrashedItem, { kind: 'table' }> },
): void {
  const found = live.tables.find((table) => table.name === gone.goneName)
  if (!found || state.tables.has(gone.tableId)) return
  const table = readCurrentTable({ live, found, definition: gone.definition, drift: [] })
  state.tables.set(gone.tableId, table)
  state.restored.push(gone.id)
}

function restoreColumn(
  state: CurrentState,
  options: {
    live: LiveCatalogue
    gone: Extract<TrashedItem, { kind: 'column' }>
    pairs: Set<string>
  },
): void {
  const { live, gone, pairs } = options
  const table = state.tables.get(gone.tableId)
  const found = live.tables.find((each) => each.name === table?.name)
  const column = found?.columns.find((each) => each.name === gone.goneName)
  const shape = shapeOfColumn(gone.definition)
  if (!table || !found || !column || !shape) return
  const current = table.columns.get(gone.columnId)
  if (shape.key && pairs.has(shape.key.pairKey)) {
    state.formerLinks.set(shape.key.pairKey, {
      kind: 'key',
      tableId: gone.tableId,
      columnId: gone.columnId,
      name: gone.goneName,
      holder: shape.key.pairKey.startsWith(`${gone.columnId}|`) ? 'first' : 'second',
      isUnique: shape.key.isUnique,
    })
  } else if (current && !current.key && !shape.key) {
    current.previousForm = { goneName: gone.goneName, form: shape.form, ...fillNow(current) }
  } else {
    if (current) table.extra.push(current)
    table.columns.set(gone.columnId, readCurrentColumn({ live, found, column, shape }))
    state.restored.push(gone.id)
  }
}

/** The default that empty rows got when the current column was filled. */
function fillNow(current: CurrentColumn) {
  const fill = current.isRequired ? fillOf(current.definition) : undefined
  return fill === undefined ? {} : { fill }
}

function restoreJoin(
  state: CurrentState,
  options: {
    live: LiveCatalogue
    gone: Extract<TrashedItem, { kind: 'join' }>
    pairs: Set<string>
  },
): void {
  const { live, gone, pairs } = options
  const { pairKey } = gone.definition
  if (!live.tables.some((table) => table.name === gone.goneName)) return
  if (pairs.has(pairKey)) {
    const place: LinkStorage = { kind: 'join', name: gone.goneName }
    state.formerLinks.set(pairKey, place)
  } else {
    state.joins.set(pairKey, { name: gone.goneName, shape: gone.definition })
    state.restored.push(gone.id)
  }
}

/** Relations with existing link storage. */
function pairKeysOf(state: CurrentState): Set<string> {
  const keys = [...state.tables.values()].flatMap((table) =>
    [...table.columns.values()].flatMap(({ key, definition }) =>
      key && definition.type === 'relation' ? [pairKeyOf(definition)] : [],
    ),
  )
  return new Set([...state.joins.keys(), ...keys])
}
