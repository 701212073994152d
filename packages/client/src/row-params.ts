import type { EnvironmentName } from '@plinth/contract'
import type { CallOptions } from './create-client.ts'
import type { ColumnName, TableTypes } from './table-types.ts'

type Several<Value> = Value | readonly Value[]
type Direction = '' | '+' | '-'
type RelationPath<T extends TableTypes> = T['relation'] | `${T['relation']}.${string}`
type SortPath<T extends TableTypes> = ColumnName<T> | `${T['relation']}.${string}`

/** Which project and environment a call means, unless the host decides. */
export interface Scope {
  $projectId?: string
  $environment?: EnvironmentName
}

/** What every call about rows may say beside its rows. */
export interface RowParams<T extends TableTypes> extends Scope, CallOptions {
  $columns?: Several<ColumnName<T> | `expand.${string}`>
  $withRelation?: Several<RelationPath<T>>
  $version?: 'v1' | 'v2'
}

/** Which rows a list has, and in which order. */
export interface ListParams<T extends TableTypes> extends RowParams<T> {
  $page?: number
  $limit?: number
  $cursor?: string
  /** An expression; values from elsewhere belong into the `filter` tag. */
  $filter?: string
  /** `+` or nothing ascends, `-` descends. */
  $sort?: Several<`${Direction}${SortPath<T>}`>
  $count?: 'true' | 'false'
}

type Query = Record<string, string | number>

/** Parts a call's parameters into its query and the rest; lists are joined by commas. */
export function splitParams(params: object): { query: Query; options: CallOptions } {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = entries
    .filter(([name]) => name.startsWith('$'))
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value] as const)
  const options = entries.filter(([name]) => !name.startsWith('$'))
  return { query: Object.fromEntries(query) as Query, options: Object.fromEntries(options) }
}
