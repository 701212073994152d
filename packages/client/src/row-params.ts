import type { Scope } from './protocol/wire-types.ts'
import type { ColumnName, TableTypes } from './table-types.ts'
import type { CallOptions } from './transport/request-of.ts'

type Several<Value> = Value | readonly Value[]
type Direction = '' | '+' | '-'
type RelationPath<T extends TableTypes> = T['relation'] | `${T['relation']}.${string}`
type SortPath<T extends TableTypes> = ColumnName<T> | `${T['relation']}.${string}`

/** Parameters of every row call; `$version` is `v2` by default. */
export interface RowParams<T extends TableTypes> extends Scope, CallOptions {
  $columns?: Several<ColumnName<T> | `expand.${string}`>
  $withRelation?: Several<RelationPath<T>>
  $version?: 'v1' | 'v2'
}

/** Filter, order and page of a list. */
export interface ListParams<T extends TableTypes> extends RowParams<T> {
  $page?: number
  $limit?: number
  $cursor?: string
  /** A filter expression; use the `filter` tag for interpolated values. */
  $filter?: string
  /** `-` sorts descending; `+` or no prefix sorts ascending. */
  $sort?: Several<`${Direction}${SortPath<T>}`>
  $count?: 'true' | 'false'
}

/** Page of the rows of a relation; `$columns` and `$withRelation` are those of the related table. */
export interface RelatedParams extends Scope, CallOptions {
  $columns?: Several<string>
  $withRelation?: Several<string>
  $limit?: number
  $cursor?: string
  $count?: 'true' | 'false'
}

type Query = Record<string, string | number>

/** Separates the query parameters from the call options; lists are joined with commas. */
export function splitParams(params: object): { query: Query; options: CallOptions } {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = entries
    .filter(([name]) => name.startsWith('$'))
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value] as const)
  const options = entries.filter(([name]) => !name.startsWith('$'))
  return { query: Object.fromEntries(query) as Query, options: Object.fromEntries(options) }
}
