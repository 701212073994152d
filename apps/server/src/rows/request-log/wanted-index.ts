import { shapeOfTable } from '@plinth/schema'
import type { DataColumn, DataTable } from '../../databases/sql/data-model.ts'
import type { QueryGroup } from './index-offer-store.ts'

type Engine = 'postgres' | 'sqlite3'
/** As many as the table form allows. */
const MAX_FIELDS = 3

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

/** Empty values sort last in both directions, and PostgreSQL's index order of texts differs from the sort order. */
function canSort(column: DataColumn, { isDescending }: SortKey, engine: Engine): boolean {
  if (engine === 'postgres' && column.form === 'text') return false
  return column.isFilled || isDescending === (engine === 'sqlite3')
}

interface IndexedTable {
  table: DataTable
  engine: Engine
}

/** The columns of an index that would make this query read fewer rows; undefined if one exists or none would help. */
export function wantedIndex(
  { table, engine }: IndexedTable,
  group: QueryGroup,
): string[] | undefined {
  const columns = new Map([...table.columns.values()].map((column) => [column.id, column]))
  const isThere = (id: string) => {
    const column = columns.get(id)
    return column?.cell !== undefined && column.form !== 'json' && !isHashed(column)
  }
  const indexes = shapeOfTable(table.definition).indexes.map((index) => index.columns)
  const leads = (id: string | undefined) => indexes.some(([first]) => first === id)
  const equal = ids(group.equal).filter(isThere).toSorted()
  const ranged = ids(group.ranged).filter(isThere)
  const sorted = sortKeys(group.sorted)
  // An index, a unique column or a relation narrows the rows already.
  if (equal.some(leads)) return undefined
  const isSortable =
    sorted.length > 0 &&
    sorted.every((key) => {
      const column = columns.get(key.id)
      return column && isThere(key.id) && canSort(column, key, engine)
    }) &&
    new Set(sorted.map(({ isDescending }) => isDescending)).size === 1
  const isSorted = sorted.length === 0 || (isSortable && leads(sorted[0]?.id))
  // A full page in index order stops reading early.
  if (isSorted && !group.toEnd) return undefined
  if (equal.length === 0 && isSorted && ranged.length === 0) return undefined
  const isRangeable = (id: string) => engine === 'sqlite3' || columns.get(id)?.form !== 'text'
  const range = ranged.find(isRangeable)
  if (equal.length === 0 && range !== undefined && leads(range)) return undefined
  const rest = range === undefined && isSortable && !isSorted ? sorted.map(({ id }) => id) : []
  const wanted = [...equal, ...(range === undefined ? rest : [range])].slice(0, MAX_FIELDS)
  return wanted.length > 0 ? wanted : undefined
}
