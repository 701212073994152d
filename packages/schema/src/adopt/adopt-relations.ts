import type { Table } from '@plinth/contract'
import { isUsableName } from '../check/check-names.ts'
import { defaultOptions } from '../model/default-options.ts'
import { findColumn } from '../model/find-table.ts'
import type { LiveForeignKey } from '../plan/live-catalogue.ts'
import { shapeOfColumn } from '../plan/shapes.ts'
import { findCounterpart, type RelationColumn } from '../relations/find-counterpart.ts'
import { newReverseColumn } from '../relations/new-reverse-column.ts'
import type { AdoptedPair, Adopting } from './adopting.ts'

interface Sides {
  holder: AdoptedPair
  target: AdoptedPair
  foreign: LiveForeignKey
}

/** Adopts a foreign key as the draft's relation or as a new one; returns false if neither is possible. */
export function adoptRelation(adopting: Adopting, sides: Sides): boolean {
  const { holder, foreign } = sides
  const drafted = holder.drafted?.columns.find(({ name }) => name === foreign.column)
  if (!drafted) return addRelation(adopting, sides)
  return drafted.type === 'relation' && takeRelation(adopting, { ...sides, drafted })
}

function isRequired({ live }: AdoptedPair, name: string): boolean {
  return live.columns.find((column) => column.name === name)?.isRequired ?? false
}

function takeRelation(
  { draft }: Adopting,
  { holder, target, foreign, drafted }: Sides & { drafted: RelationColumn },
): boolean {
  const tableId = holder.table.id
  const other = findCounterpart({ configuration: draft, tableId, columnId: drafted.id })
  if (!shapeOfColumn(drafted)?.key || other?.table.id !== target.table.id) return false
  const options = { ...drafted.options, isRequired: isRequired(holder, foreign.column) }
  holder.table.columns.push({ ...drafted, options })
  if (!findColumn(target.table, other.column.id)) target.table.columns.push(other.column)
  return true
}

function freeName(
  { table, drafted, live }: AdoptedPair,
  wanted: readonly string[],
): string | undefined {
  const names = [table.columns, drafted?.columns ?? [], live.columns].flat()
  const taken = new Set(names.map(({ name }) => name.toLowerCase()))
  return wanted.find((name) => isUsableName(name) && !taken.has(name.toLowerCase()))
}

function addRelation({ idOf }: Adopting, { holder, target, foreign }: Sides): boolean {
  const { table, live } = holder
  const { column: name } = foreign
  const backColumnName = freeName(target, [table.name, `${table.name}_${name}`])
  if (!isUsableName(name) || backColumnName === undefined) return false
  const isSingle = live.indexes.some(
    ({ isUnique, columns }) => isUnique && columns.length === 1 && columns[0] === name,
  )
  const backId = idOf(`back:${table.name}.${name}`)
  const column: RelationColumn = {
    id: idOf(`column:${table.name}.${name}`),
    name,
    order: orderAfter(table),
    type: 'relation',
    options: {
      ...defaultOptions('relation'),
      isParent: true,
      isRequired: isRequired(holder, name),
      tableId: target.table.id,
      columnId: backId,
      backColumnName,
      hasMultipleBack: !isSingle,
    },
  }
  table.columns.push(column)
  target.table.columns.push(newReverseColumn({ id: backId, table, column, target: target.table }))
  return true
}

/** The order value after the last field. */
export function orderAfter({ columns }: Table): number {
  return columns.reduce((last, { order }) => Math.max(last, order + 1), 0)
}
