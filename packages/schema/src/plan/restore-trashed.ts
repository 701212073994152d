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
  for (const item of restore) if (item.kind === 'table') restoreTable(state, { live, item })
  const pairs = pairKeysOf(state)
  for (const item of restore)
    if (item.kind === 'column') restoreColumn(state, { live, item, pairs })
  for (const item of restore) if (item.kind === 'join') restoreJoin(state, { live, item, pairs })
}

function restoreTable(
  state: CurrentState,
  { live, item }: { live: LiveCatalogue; item: Extract<TrashedItem, { kind: 'table' }> },
): void {
  const found = live.tables.find((table) => table.name === item.trashName)
  if (!found || state.tables.has(item.tableId)) return
  const table = readCurrentTable({ live, found, definition: item.definition, drift: [] })
  state.tables.set(item.tableId, table)
  state.restored.push(item.id)
}

function restoreColumn(
  state: CurrentState,
  options: {
    live: LiveCatalogue
    item: Extract<TrashedItem, { kind: 'column' }>
    pairs: Set<string>
  },
): void {
  const { live, item, pairs } = options
  const table = state.tables.get(item.tableId)
  const found = live.tables.find((each) => each.name === table?.name)
  const column = found?.columns.find((each) => each.name === item.trashName)
  const shape = shapeOfColumn(item.definition)
  if (!table || !found || !column || !shape) return
  const current = table.columns.get(item.columnId)
  if (shape.key && pairs.has(shape.key.pairKey)) {
    state.formerLinks.set(shape.key.pairKey, {
      kind: 'key',
      tableId: item.tableId,
      columnId: item.columnId,
      name: item.trashName,
      holder: shape.key.pairKey.startsWith(`${item.columnId}|`) ? 'first' : 'second',
      isUnique: shape.key.isUnique,
    })
  } else if (current && !current.key && !shape.key) {
    current.previousForm = { trashName: item.trashName, form: shape.form, ...fillNow(current) }
  } else {
    if (current) table.extra.push(current)
    table.columns.set(item.columnId, readCurrentColumn({ live, found, column, shape }))
    state.restored.push(item.id)
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
    item: Extract<TrashedItem, { kind: 'join' }>
    pairs: Set<string>
  },
): void {
  const { live, item, pairs } = options
  const { pairKey } = item.definition
  if (!live.tables.some((table) => table.name === item.trashName)) return
  if (pairs.has(pairKey)) {
    const place: LinkStorage = { kind: 'join', name: item.trashName }
    state.formerLinks.set(pairKey, place)
  } else {
    state.joins.set(pairKey, { name: item.trashName, shape: item.definition })
    state.restored.push(item.id)
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
