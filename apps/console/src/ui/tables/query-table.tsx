import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedCard } from '../layout/error-state.tsx'
import { type DataColumn, DataTable } from './data-table.tsx'

export interface QueryTableProps<Row extends { id: string }> {
  label: string
  query: UseQueryResult<Row[]>
  columns: readonly DataColumn<Row>[]
  onOpen?: (row: Row) => void
  /** Stands where the rows would be when there are none. */
  empty: ReactNode
}

/** A table of what is asked for: on its way, there, empty, or failed and to be asked again. */
export function QueryTable<Row extends { id: string }>(props: QueryTableProps<Row>) {
  const { query } = props
  if (query.data === undefined && query.isError) return <FailedCard query={query} />
  if (query.data?.length === 0) {
    return <div className="rounded-xl border bg-surface shadow-1">{props.empty}</div>
  }
  return (
    <DataTable
      label={props.label}
      columns={props.columns}
      rows={query.data}
      rowKey={({ id }) => id}
      {...(props.onOpen ? { onRowClick: props.onOpen } : {})}
    />
  )
}
