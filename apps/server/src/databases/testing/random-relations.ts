import { Column, type ColumnOf, type Table } from '@plinth/contract'
import type { Draft } from './draft.ts'
import type { Random } from './random.ts'
import { freeName } from './random-columns.ts'

type Side = { table: Table; column: ColumnOf<'relation'> }

/** A new relation between two tables, or from one to itself. */
export function addRelation({ tables, random, newId }: Draft): void {
  const [from, to] = [random.pick(tables), random.pick(tables)]
  if (!from || !to) return
  const name = freeName(random, namesOf(from))
  const backName = freeName(random, [...namesOf(to), ...(from === to ? [name] : [])])
  const [id, backId] = [newId(), newId()]
  const [many, backMany] = [random.chance(0.5), random.chance(0.5)]
  const isRequired = random.chance(0.1)
  from.columns.push(
    relation(
      { id, name },
      { to, columnId: backId, isParent: true, backName, many, backMany, isRequired },
    ),
  )
  to.columns.push(
    relation(
      { id: backId, name: backName },
      { to: from, columnId: id, isParent: false, backName: name, many: backMany, backMany: many },
    ),
  )
}

function namesOf(table: Table): string[] {
  return table.columns.map((column) => column.name)
}

function relation(
  named: { id: string; name: string },
  options: {
    to: Table
    columnId: string
    isParent: boolean
    backName: string
    many: boolean
    backMany: boolean
    isRequired?: boolean
  },
): Column {
  return Column.parse({
    ...named,
    type: 'relation',
    options: {
      tableId: options.to.id,
      columnId: options.columnId,
      isParent: options.isParent,
      backColumnName: options.backName,
      hasMultiple: options.many,
      hasMultipleBack: options.backMany,
      isRequired: options.isRequired ?? false,
    },
  })
}

function sidesOf({
  tables,
  random,
}: {
  tables: Table[]
  random: Random
}): [Side, Side] | undefined {
  const all = tables.flatMap((table) =>
    table.columns.flatMap((column): Side[] =>
      column.type === 'relation' ? [{ table, column }] : [],
    ),
  )
  if (all.length === 0) return undefined
  const one = random.pick(all)
  const other = all.find((side) => side.column.id === one.column.options.columnId)
  return other && [one, other]
}

/** Changes multiplicity, parent or name, or drops the relation. */
export function changeRelation(draft: Draft): void {
  const sides = sidesOf(draft)
  if (!sides) return
  const [one, other] = sides
  const { random } = draft
  const roll = random.below(6)
  if (roll <= 1) {
    one.column.options.hasMultiple = !one.column.options.hasMultiple
    other.column.options.hasMultipleBack = one.column.options.hasMultiple
  } else if (roll === 2) {
    one.column.options.hasMultiple = random.chance(0.5)
    one.column.options.hasMultipleBack = random.chance(0.5)
    other.column.options.hasMultiple = one.column.options.hasMultipleBack
    other.column.options.hasMultipleBack = one.column.options.hasMultiple
  } else if (roll === 3) {
    one.column.options.isParent = !one.column.options.isParent
    other.column.options.isParent = !one.column.options.isParent
  } else if (roll === 4) {
    one.column.name = freeName(random, namesOf(one.table))
    other.column.options.backColumnName = one.column.name
  } else remove([one, other])
}

function remove(sides: readonly Side[]): void {
  for (const { table, column } of sides) {
    table.columns = table.columns.filter((each) => each !== column)
  }
}

/** Drops any field; a relation with its other side. */
export function dropColumn({ tables, random }: Draft): void {
  const table = random.pick(tables)
  if (table.columns.length === 0) return
  const column = random.pick(table.columns)
  if (column.type !== 'relation') {
    table.columns = table.columns.filter((each) => each !== column)
    return
  }
  const ids = new Set([column.id, column.options.columnId])
  for (const each of tables) each.columns = each.columns.filter(({ id }) => !ids.has(id))
}
