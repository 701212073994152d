import { type ColumnType, SYSTEM_COLUMNS, type Table } from '@plinth/contract'
import type { Operator } from '@plinth/expression'
import { sortColumns } from '@plinth/schema'

/** A field that a filter can compare. */
export interface FilterField {
  /** The synced name, as expressions use it. */
  name: string
  type: ColumnType | 'id'
  hasMultiple: boolean
  /** The options of a select. */
  options: readonly string[]
  /** The table of a relation. */
  tableId: string | undefined
}

/** A choice of the operator menu; `length` compares the number of values instead of the values. */
export interface FilterOperator {
  id: string
  operator: Operator
  isSome?: boolean
  /** How many values the user enters. */
  values: 'none' | 'one' | 'several'
  /** The right side for `none`. */
  fixed?: null | 0
}

const empty: FilterOperator = { id: 'isEmpty', operator: '=', values: 'none', fixed: null }
const filled: FilterOperator = { id: 'isNotEmpty', operator: '!=', values: 'none', fixed: null }
const equal: FilterOperator = { id: 'is', operator: '=', values: 'one' }
const unequal: FilterOperator = { id: 'isNot', operator: '!=', values: 'one' }
const anyOf: FilterOperator = { id: 'isAnyOf', operator: 'in', values: 'several' }
const noneOf: FilterOperator = { id: 'isNoneOf', operator: '!in', values: 'several' }
const SINGLE = [equal, unequal, anyOf, noneOf, empty, filled]
const MANY: readonly FilterOperator[] = [
  { id: 'has', operator: '=', isSome: true, values: 'one' },
  { id: 'hasNot', operator: '!=', values: 'one' },
  { id: 'hasAnyOf', operator: 'in', isSome: true, values: 'several' },
  { id: 'isEmpty', operator: '=', values: 'none', fixed: 0 },
  { id: 'isNotEmpty', operator: '>', values: 'none', fixed: 0 },
]
const TEXT: readonly FilterOperator[] = [
  { id: 'contains', operator: '~', values: 'one' },
  { id: 'containsNot', operator: '!~', values: 'one' },
  equal,
  unequal,
  empty,
  filled,
]
const ORDERED: readonly FilterOperator[] = [
  equal,
  unequal,
  { id: 'isMore', operator: '>', values: 'one' },
  { id: 'isAtLeast', operator: '>=', values: 'one' },
  { id: 'isLess', operator: '<', values: 'one' },
  { id: 'isAtMost', operator: '<=', values: 'one' },
  empty,
  filled,
]
const DATED: readonly FilterOperator[] = [
  { id: 'isAfter', operator: '>', values: 'one' },
  { id: 'isFrom', operator: '>=', values: 'one' },
  { id: 'isBefore', operator: '<', values: 'one' },
  { id: 'isUntil', operator: '<=', values: 'one' },
  empty,
  filled,
]

/** The operators of a field, the usual one first. */
export function operatorsOf({ type, hasMultiple }: FilterField): readonly FilterOperator[] {
  switch (type) {
    case 'number':
      return ORDERED
    case 'date':
      return DATED
    case 'checkbox':
      return [equal]
    case 'id':
      return [equal, unequal]
    case 'select':
      return hasMultiple ? MANY : SINGLE
    case 'relation':
      return (hasMultiple ? MANY : SINGLE).filter(({ values }) => values !== 'several')
    case 'image':
    case 'file':
      return hasMultiple ? MANY.slice(-2) : [empty, filled]
    case 'json':
      return [empty, filled]
    default:
      return TEXT
  }
}

/** The fields of a synced table that a filter can use: not hashed ones. */
export function listFilterFields(table: Table): FilterField[] {
  const plain = { hasMultiple: false, options: [], tableId: undefined }
  const [id, ...times] = SYSTEM_COLUMNS.map((name): FilterField => {
    return { name, type: name === 'id' ? 'id' : 'date', ...plain }
  })
  const own = sortColumns(table.columns).flatMap((column): FilterField[] => {
    if (column.type === 'text' && column.options.isHashed) return []
    const { name, type } = column
    return [
      {
        name,
        type,
        hasMultiple: 'hasMultiple' in column.options && column.options.hasMultiple,
        options: column.type === 'select' ? column.options.selectOptions : [],
        tableId: column.type === 'relation' ? column.options.tableId : undefined,
      },
    ]
  })
  return [...own, ...(id ? [id] : []), ...(table.type === 'Computed' ? [] : times)]
}
