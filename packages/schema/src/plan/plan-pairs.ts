import type { CurrentColumn, CurrentTable } from './current-state.ts'
import {
  type CurrentPair,
  listCurrentPairs,
  listWantedPairs,
  storageOf,
  type WantedPair,
  wantedStorage,
} from './pairs.ts'
import type { Check } from './plan.ts'
import { planAdd, planDrop, planRename, planRequired } from './plan-columns.ts'
import {
  addStep,
  countRows,
  measureOf,
  nextTrashName,
  type Planning,
  slowUnlessEmpty,
} from './planning.ts'
import type { ColumnShape, JoinShape } from './shapes.ts'

/** Plans relations; links are carried over if both tables remain. */
export function planPairs(planning: Planning): void {
  const current = listCurrentPairs(planning)
  for (const wanted of listWantedPairs(planning)) {
    const pair = current.get(wanted.pairKey)
    const isSame = pair && pair.first === wanted.first && pair.second === wanted.second
    if (!isSame) planNew(planning, wanted)
    else {
      current.delete(wanted.pairKey)
      if (staysInPlace(planning, { pair, wanted })) planStay(planning, { pair, wanted })
      else planMove(planning, { pair, wanted })
    }
  }
  for (const pair of current.values()) planEnd(planning, { pair, reason: 'dropped' })
}

type Both = { pair: CurrentPair; wanted: WantedPair }

function staysInPlace(planning: Planning, { pair, wanted }: Both): boolean {
  if (planning.current.formerLinks.has(pair.pairKey)) return false
  if (pair.kind === 'join' || wanted.kind === 'join') return pair.kind === wanted.kind
  if (pair.holder !== wanted.holder) return false
  if (!wanted.shape.key?.isUnique || pair.column.key?.isUnique) return true
  return measureOf(planning, checkLost(planning, { pair, wanted }))?.rows === 0
}

function planStay(planning: Planning, { pair, wanted }: Both): void {
  if (pair.kind === 'join' || wanted.kind === 'join') {
    if (pair.kind === 'join' && wanted.kind === 'join' && pair.name !== wanted.shape.name) {
      planJoinBack(planning, { from: pair.name, join: wanted.shape })
    }
    return
  }
  const { column } = pair
  const { shape } = wanted
  const table = planning.current.tables.get(pair.tableId)
  const target = planning.target.tables.get(pair.tableId)
  if (!table || !target) return
  const place = { table, target, column, shape }
  if (column.name !== shape.name) planRename(planning, place)
  if (!column.key?.hasForeignKey) planForeignKey(planning, { table, column, shape })
  if (column.isRequired === shape.isRequired) return
  const empty: Check = {
    key: `empty:${column.columnId}:key`,
    kind: 'empty',
    table: table.name,
    column: column.name,
    form: 'key',
    to: 'key',
  }
  planRequired(planning, { ...place, empty })
}

function planForeignKey(
  planning: Planning,
  { table, column, shape }: { table: CurrentTable; column: CurrentColumn; shape: ColumnShape },
): void {
  const { tableId } = table
  const { columnId, name } = shape
  addStep(planning, {
    id: `addForeignKey:${columnId}`,
    class: slowUnlessEmpty(table),
    words: `Let field "${name}" point to rows that exist; what points nowhere is unset.`,
    inverse: `Nothing to undo.`,
    tableId,
    columnId,
    operation: {
      kind: 'addForeignKey',
      tableId,
      columnId,
      from: column.name,
      to: name,
      targetId: shape.key?.targetId ?? '',
    },
  })
}

function planJoinBack(planning: Planning, { from, join }: { from: string; join: JoinShape }): void {
  addStep(planning, {
    id: `renameJoin:${join.pairKey}`.slice(0, 128),
    class: 'safe',
    words: `Bring the relation ${showPair(planning, join)} back with its links.`,
    inverse: `Move the relation ${showPair(planning, join)} to the trash.`,
    tableId: join.first.tableId,
    columnId: join.first.columnId,
    operation: { kind: 'renameJoin', from, to: join.name },
  })
}

function showPair(
  planning: Planning,
  { first, second }: Pick<JoinShape, 'first' | 'second'>,
): string {
  const name = (tableId: string) =>
    planning.wanted.tables.find((table) => table.id === tableId)?.name ??
    planning.current.tables.get(tableId)?.definition.name ??
    tableId
  return `between "${name(first.tableId)}" and "${name(second.tableId)}"`
}

function planNew(planning: Planning, wanted: WantedPair, isMoved = false): void {
  if (wanted.kind === 'join') {
    addStep(planning, {
      id: `createJoin:${wanted.shape.first.columnId}`,
      class: 'safe',
      words: `Add the relation ${showPair(planning, wanted.shape)}, many on both sides.`,
      inverse: `Move the relation ${showPair(planning, wanted.shape)} to the trash.`,
      tableId: wanted.first,
      columnId: wanted.shape.first.columnId,
      operation: { kind: 'createJoin', join: wanted.shape },
    })
    return
  }
  const table = planning.current.tables.get(wanted.tableId)
  const target = planning.target.tables.get(wanted.tableId)
  // The key of a new table is created with that table.
  if (table && target) planAdd(planning, { table, target, shape: wanted.shape, isMoved })
}

function planEnd(
  planning: Planning,
  { pair, reason }: { pair: CurrentPair; reason: 'dropped' | 'replaced' },
): void {
  if (pair.kind === 'key') {
    const table = planning.current.tables.get(pair.tableId)
    // Dropping a table drops its keys too.
    if (table && planning.target.tables.has(pair.tableId)) {
      planDrop(planning, { table, column: pair.column, reason })
    }
    return
  }
  const check: Check = { key: `rows:${pair.name}`, kind: 'rows', table: pair.name }
  const measure = measureOf(planning, check)
  const isLossy = reason === 'dropped' && measure?.rows !== 0
  const links = measure ? ` (${countRows(measure.rows)} of links)` : ''
  addStep(planning, {
    id: `trashJoin:${pair.shape.first.columnId}`,
    class: isLossy ? 'lossy' : 'safe',
    words: `Move the links ${showPair(planning, pair.shape)}${links} to the trash; they can be restored for 30 days.`,
    inverse: `Bring the links ${showPair(planning, pair.shape)} back.`,
    tableId: pair.first,
    columnId: pair.shape.first.columnId,
    operation: {
      kind: 'trashJoin',
      from: pair.name,
      trashName: nextTrashName(planning, pair.pairKey),
      definition: pair.shape,
      reason,
    },
    ...(reason === 'dropped' ? { checks: [check], measure } : {}),
  })
}

function sideNames({ current }: Planning, pair: { first: string; second: string }) {
  const name = (tableId: string) => current.tables.get(tableId)?.name ?? ''
  return { first: name(pair.first), second: name(pair.second) }
}

function checkLost(planning: Planning, { pair, wanted }: Both): Check {
  const sides = sideNames(planning, pair)
  const places = { from: storageOf(pair), to: wantedStorage(wanted) }
  return { key: `lostLinks:${pair.pairKey}`, kind: 'lostLinks', ...places, ...sides }
}

function planMove(planning: Planning, { pair, wanted }: Both): void {
  const sides = sideNames(planning, pair)
  const places = { from: storageOf(pair), to: wantedStorage(wanted) }
  const former = planning.current.formerLinks.get(pair.pairKey)
  planEnd(planning, { pair, reason: 'replaced' })
  planNew(planning, wanted, true)
  const lost = former ? undefined : checkLost(planning, { pair, wanted })
  const mustLink = wanted.kind === 'key' && wanted.shape.isRequired
  const unlinked: Check | undefined = mustLink
    ? { key: `unlinked:${pair.pairKey}`, kind: 'unlinked', ...places, ...sides }
    : undefined
  const without = measureOf(planning, unlinked)
  const lostLinks = measureOf(planning, lost)
  const isBlocked = (without?.rows ?? 0) > 0
  const isLossy = wanted.kind === 'key' && lost !== undefined && lostLinks?.rows !== 0
  const shown = describePair(planning, wanted)
  const count = lostLinks ? `${lostLinks.rows} links` : 'Links beyond the first'
  addStep(planning, {
    id: `moveLinks:${wanted.pairKey.split('|')[0]}`,
    class: isBlocked ? 'blocking' : isLossy ? 'lossy' : 'slow',
    words: isBlocked
      ? `${shown} is required, but ${countRows(without?.rows ?? 0)} would have none.`
      : `Carry the links of ${shown} over.${isLossy ? ` ${count} are lost.` : ''}`,
    inverse: `Carry the links of ${shown} back, with those that were lost.`,
    tableId: wanted.kind === 'key' ? wanted.tableId : wanted.first,
    columnId: wanted.pairKey.split('|')[0] ?? null,
    operation: {
      kind: 'moveLinks',
      pairKey: pair.pairKey,
      ...places,
      ...sides,
      ...(former ? { former } : {}),
    },
    checks: [lost, unlinked].filter((check) => check !== undefined),
    measure: isBlocked ? without : isLossy ? lostLinks : undefined,
  })
}

function describePair(planning: Planning, wanted: WantedPair): string {
  if (wanted.kind === 'join') return `the relation ${showPair(planning, wanted.shape)}`
  return `field "${wanted.shape.name}" of "${planning.target.tables.get(wanted.tableId)?.name}"`
}
