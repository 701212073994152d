import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedCard } from '../layout/error-state.tsx'
import { type DataColumn, DataTable } from './data-table.tsx'

export interface QueryTableProps<Row extends { id: string }> {
  label: string
  query: UseQueryResult<Row[]>
  columns: readonly DataColumn<Row>[]
  onOpen?: (row: Row) => void
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Which rows to show, and what if there are none among them. */
  only?: { matches: (row: Row) => boolean; none: ReactNode }
}

/** Table of a query: loading, rows, empty, or error with retry. */
export function QueryTable<Row extends { id: string }>(props: QueryTableProps<Row>) {
  const { query, only } = props
  if (query.data === undefined && query.isError) return <FailedCard query={query} />
  if (query.data?.length === 0) {
    return <div className="rounded-xl border bg-surface shadow-1">{props.empty}</div>
  }
  return (
    <DataTable
      label={props.label}
      columns={props.columns}
      rows={only ? query.data?.filter(only.matches) : query.data}
      rowKey={({ id }) => id}
      {...(props.onOpen ? { onRowClick: props.onOpen } : {})}
    >
      {only?.none}
    </DataTable>
  )
}
