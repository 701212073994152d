import type { Configuration } from '@plinth/contract'
import { findColumn, findTable } from '../model/find-table.ts'
import type { RelationColumn } from './find-counterpart.ts'

/** One side of a pair, now and before the edit. */
type Side = { now: RelationColumn; was: RelationColumn | undefined }

/** The options that both sides share, seen from one of them. */
type RelationOptions = { name: string; many: boolean; backName: string; backMany: boolean }

/** A side with its state before the edit. */
export function rememberSide(place: {
  before: Configuration | undefined
  tableId: string
  column: RelationColumn
}): Side {
  const table = place.before && findTable(place.before, place.tableId)
  const was = findColumn(table, place.column.id)
  return { now: place.column, was: was?.type === 'relation' ? was : undefined }
}

/** Whether both sides agree on names and multiplicity, and exactly one is the parent. */
export function isPairInSync(one: RelationColumn, other: RelationColumn): boolean {
  const left = readOptions(one)
  const right = reversed(readOptions(other))
  return (
    one.options.isParent !== other.options.isParent &&
    left.name === right.name &&
    left.many === right.many &&
    left.backName === right.backName &&
    left.backMany === right.backMany
  )
}

/** Synchronises both sides: the edited side wins, in doubt the parent. */
export function syncRelation(one: Side, other: Side): [RelationColumn, RelationColumn] {
  if (!isParentOf(one, other)) {
    const [parent, reverse] = syncRelation(other, one)
    return [reverse, parent]
  }
  const shared = resolveOptions(one, other)
  return [
    writeOptions(one.now, { shared, isParent: true }),
    writeOptions(other.now, { shared: reversed(shared), isParent: false }),
  ]
}

function isParentOf(one: Side, other: Side): boolean {
  if (one.now.options.isParent !== other.now.options.isParent) return one.now.options.isParent
  return one.was?.options.isParent === true || other.was?.options.isParent !== true
}

function resolveOptions(parent: Side, reverse: Side): RelationOptions {
  const right = readOptions(parent.now)
  if (!parent.was || !reverse.was) return right
  const rightBefore = readOptions(parent.was)
  const other = reversed(readOptions(reverse.now))
  const otherBefore = reversed(readOptions(reverse.was))
  const resolve = <K extends keyof RelationOptions>(key: K): RelationOptions[K] =>
    other[key] !== otherBefore[key] && right[key] === rightBefore[key] ? other[key] : right[key]
  return {
    name: resolve('name'),
    many: resolve('many'),
    backName: resolve('backName'),
    backMany: resolve('backMany'),
  }
}

function readOptions({ name, options }: RelationColumn): RelationOptions {
  const { hasMultiple, backColumnName, hasMultipleBack } = options
  return { name, many: hasMultiple, backName: backColumnName, backMany: hasMultipleBack }
}

function reversed({ name, many, backName, backMany }: RelationOptions): RelationOptions {
  return { name: backName, many: backMany, backName: name, backMany: many }
}

function writeOptions(
  column: RelationColumn,
  { shared, isParent }: { shared: RelationOptions; isParent: boolean },
): RelationColumn {
  return {
    ...column,
    name: shared.name,
    options: {
      ...column.options,
      isParent,
      hasMultiple: shared.many,
      backColumnName: shared.backName,
      hasMultipleBack: shared.backMany,
    },
  }
}
