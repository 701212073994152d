import { shapeOfTable } from '@plinth/schema'
import type { DataColumn, DataTable } from '../../databases/sql/data-model.ts'
import type { AskedGroup } from './index-offer-store.ts'

type Engine = 'postgres' | 'sqlite3'
/** As many as the table's form offers. */
const MOST_FIELDS = 3

interface SortKey {
  id: string
  isDescending: boolean
}

const ids = (text: string): string[] => text.split(',').filter((id) => id !== '')

function sortKeys(sorted: string): SortKey[] {
  return ids(sorted).map((key) => ({
    id: key.replace(/^-/, ''),
    isDescending: key.startsWith('-'),
  }))
}

const isHashed = ({ definition }: DataColumn) =>
  definition?.type === 'text' && definition.options.isHashed

/** What is empty comes last in either direction, and PostgreSQL sorts texts by another order than it indexes them. */
function canSort(column: DataColumn, { isDescending }: SortKey, engine: Engine): boolean {
  if (engine === 'postgres' && column.form === 'text') return false
  return column.isFilled || isDescending === (engine === 'sqlite3')
}

interface Judging {
  table: DataTable
  engine: Engine
}

/** The index that pages of one kind would have read fewer rows with; undefined if there is one, or none would help. */
export function wantedIndex({ table, engine }: Judging, asked: AskedGroup): string[] | undefined {
  const columns = new Map([...table.columns.values()].map((column) => [column.id, column]))
  const isThere = (id: string) => {
    const column = columns.get(id)
    return column?.cell !== undefined && column.form !== 'json' && !isHashed(column)
  }
  const indexes = shapeOfTable(table.definition).indexes.map((index) => index.columns)
  const leads = (id: string | undefined) => indexes.some(([first]) => first === id)
  const equal = ids(asked.equal).filter(isThere).toSorted()
  const ranged = ids(asked.ranged).filter(isThere)
  const sorted = sortKeys(asked.sorted)
  // A relation, something unique or an index of their own narrows it already.
  if (equal.some(leads)) return undefined
  const isSortable =
    sorted.length > 0 &&
    sorted.every((key) => {
      const column = columns.get(key.id)
      return column && isThere(key.id) && canSort(column, key, engine)
    }) &&
    new Set(sorted.map(({ isDescending }) => isDescending)).size === 1
  const isSorted = sorted.length === 0 || (isSortable && leads(sorted[0]?.id))
  // A page that was filled in an order that an index gives has stopped where it was full.
  if (isSorted && !asked.toEnd) return undefined
  if (equal.length === 0 && isSorted && ranged.length === 0) return undefined
  const isRangeable = (id: string) => engine === 'sqlite3' || columns.get(id)?.form !== 'text'
  const range = ranged.find(isRangeable)
  if (equal.length === 0 && range !== undefined && leads(range)) return undefined
  const rest = range === undefined && isSortable && !isSorted ? sorted.map(({ id }) => id) : []
  const wanted = [...equal, ...(range === undefined ? rest : [range])].slice(0, MOST_FIELDS)
  return wanted.length > 0 ? wanted : undefined
}
