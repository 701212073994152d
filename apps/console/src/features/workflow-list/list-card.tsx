import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DataColumn, DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

interface ListCardProps<Row extends { id: string }> {
  label: string
  text: string
  /** Stands at the right end of the header. */
  actions: ReactNode
  query: UseQueryResult<Row[]>
  columns: readonly DataColumn<Row>[]
  onOpen: (row: Row) => void
  /** Stands where the rows would be when there are none. */
  empty: ReactNode
}

const cardStyle = 'rounded-xl border bg-surface shadow-1'

function Body<Row extends { id: string }>(props: ListCardProps<Row>) {
  const { query } = props
  if (query.data === undefined && query.isError) {
    return (
      <div className={cardStyle}>
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  if (query.data?.length === 0) return <div className={cardStyle}>{props.empty}</div>
  return (
    <DataTable
      label={props.label}
      columns={props.columns}
      rows={query.data}
      rowKey={({ id }) => id}
      onRowClick={props.onOpen}
    />
  )
}

/** One tab's list, with what it is for and what can be added to it. */
export function ListCard<Row extends { id: string }>(props: ListCardProps<Row>) {
  return (
    <>
      <header className="mt-5 mb-4 flex items-center justify-between gap-4">
        <p className="text-sm text-fg-2">{props.text}</p>
        <div className="flex shrink-0 gap-2">{props.actions}</div>
      </header>
      <Body {...props} />
    </>
  )
}
