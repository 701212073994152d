import type { Configuration } from '@plinth/contract'
import { findColumn, findTable } from '../model/find-table.ts'
import type { RelationColumn } from './find-counterpart.ts'

/** One side of a pair as it is now, and as it was before the edit. */
type Side = { now: RelationColumn; was: RelationColumn | undefined }

/** What both sides of a pair say, told from one of them. */
type Facts = { name: string; many: boolean; backName: string; backMany: boolean }

/** Finds how a side was before the edit. */
export function rememberSide(place: {
  before: Configuration | undefined
  tableId: string
  column: RelationColumn
}): Side {
  const table = place.before && findTable(place.before, place.tableId)
  const was = findColumn(table, place.column.id)
  return { now: place.column, was: was?.type === 'relation' ? was : undefined }
}

/** Whether both sides say the same about each other's name and multiplicity, and one is the parent. */
export function pairIsInStep(one: RelationColumn, other: RelationColumn): boolean {
  const left = readFacts(one)
  const right = turnAround(readFacts(other))
  return (
    one.options.isParent !== other.options.isParent &&
    left.name === right.name &&
    left.many === right.many &&
    left.backName === right.backName &&
    left.backMany === right.backMany
  )
}

/** Both sides brought in step: whichever side was edited is right, in doubt the parent. */
export function bringInStep(one: Side, other: Side): [RelationColumn, RelationColumn] {
  if (!isParentOf(one, other)) {
    const [parent, reverse] = bringInStep(other, one)
    return [reverse, parent]
  }
  const facts = settleFacts(one, other)
  return [
    writeFacts(one.now, { facts, isParent: true }),
    writeFacts(other.now, { facts: turnAround(facts), isParent: false }),
  ]
}

function isParentOf(one: Side, other: Side): boolean {
  if (one.now.options.isParent !== other.now.options.isParent) return one.now.options.isParent
  return one.was?.options.isParent === true || other.was?.options.isParent !== true
}

function settleFacts(parent: Side, reverse: Side): Facts {
  const right = readFacts(parent.now)
  if (!parent.was || !reverse.was) return right
  const rightBefore = readFacts(parent.was)
  const other = turnAround(readFacts(reverse.now))
  const otherBefore = turnAround(readFacts(reverse.was))
  const settle = <K extends keyof Facts>(key: K): Facts[K] =>
    other[key] !== otherBefore[key] && right[key] === rightBefore[key] ? other[key] : right[key]
  return {
    name: settle('name'),
    many: settle('many'),
    backName: settle('backName'),
    backMany: settle('backMany'),
  }
}

function readFacts({ name, options }: RelationColumn): Facts {
  const { hasMultiple, backColumnName, hasMultipleBack } = options
  return { name, many: hasMultiple, backName: backColumnName, backMany: hasMultipleBack }
}

function turnAround({ name, many, backName, backMany }: Facts): Facts {
  return { name: backName, many: backMany, backName: name, backMany: many }
}

function writeFacts(
  column: RelationColumn,
  { facts, isParent }: { facts: Facts; isParent: boolean },
): RelationColumn {
  return {
    ...column,
    name: facts.name,
    options: {
      ...column.options,
      isParent,
      hasMultiple: facts.many,
      backColumnName: facts.backName,
      hasMultipleBack: facts.backMany,
    },
  }
}
