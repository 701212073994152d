import type { CurrentColumn } from './current-state.ts'
import type { LinkStorage } from './operation.ts'
import type { Planning } from './planning.ts'
import type { ColumnShape, JoinShape } from './shapes.ts'
import { newName } from './stored-names.ts'

/** An existing relation. */
export type CurrentPair = { pairKey: string; first: string; second: string } & (
  | { kind: 'join'; name: string; shape: JoinShape }
  | { kind: 'key'; tableId: string; holder: 'first' | 'second'; column: CurrentColumn }
)
/** A relation of the wanted configuration. */
export type WantedPair = { pairKey: string; first: string; second: string } & (
  | { kind: 'join'; shape: JoinShape }
  | { kind: 'key'; tableId: string; holder: 'first' | 'second'; shape: ColumnShape }
)

/** Relations with existing link storage. */
export function listCurrentPairs({ current }: Planning): Map<string, CurrentPair> {
  const pairs = new Map<string, CurrentPair>()
  for (const { name, shape } of current.joins.values()) {
    const { pairKey, first, second } = shape
    const sides = { pairKey, first: first.tableId, second: second.tableId }
    pairs.set(pairKey, { kind: 'join', name, shape, ...sides })
  }
  for (const table of current.tables.values()) {
    for (const column of table.columns.values()) {
      if (!column.key) continue
      const sides = sidesOf(table.tableId, column.columnId, column.key)
      pairs.set(column.key.pairKey, { kind: 'key', tableId: table.tableId, column, ...sides })
    }
  }
  return pairs
}

/** Relations that need link storage. */
export function listWantedPairs({ target }: Planning): WantedPair[] {
  const pairs: WantedPair[] = [...target.joins.values()].map((shape) => ({
    kind: 'join',
    shape,
    pairKey: shape.pairKey,
    first: shape.first.tableId,
    second: shape.second.tableId,
  }))
  for (const { tableId, columns } of target.tables.values()) {
    for (const shape of columns) {
      if (!shape.key) continue
      pairs.push({ kind: 'key', tableId, shape, ...sidesOf(tableId, shape.columnId, shape.key) })
    }
  }
  return pairs
}

function sidesOf(tableId: string, columnId: string, key: { pairKey: string; targetId: string }) {
  const { pairKey, targetId } = key
  return pairKey.startsWith(`${columnId}|`)
    ? { pairKey, holder: 'first' as const, first: tableId, second: targetId }
    : { pairKey, holder: 'second' as const, first: targetId, second: tableId }
}

/** Current storage of a relation's links. */
export function storageOf(pair: CurrentPair): LinkStorage {
  if (pair.kind === 'join') return { kind: 'join', name: pair.name }
  const { tableId, holder, column } = pair
  const { columnId, name } = column
  return { kind: 'key', tableId, columnId, name, holder, isUnique: column.key?.isUnique ?? false }
}

/** Target storage of a relation's links, under its temporary name. */
export function wantedStorage(wanted: WantedPair): LinkStorage {
  if (wanted.kind === 'join') return { kind: 'join', name: wanted.shape.name }
  const { tableId, holder, shape } = wanted
  const { columnId } = shape
  const isUnique = shape.key?.isUnique ?? false
  return { kind: 'key', tableId, columnId, name: newName(columnId), holder, isUnique }
}
