import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DataColumn, DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from './panel.tsx'

interface ListPanelProps<Row extends { id: string }> {
  title: string
  text: string
  action: ReactNode
  query: UseQueryResult<Row[]>
  columns: readonly DataColumn<Row>[]
  onOpen: (row: Row) => void
  /** Stands where the rows would be when there are none. */
  empty: ReactNode
}

const cardStyle = 'rounded-xl border bg-surface shadow-1'

function Body<Row extends { id: string }>(props: ListPanelProps<Row>) {
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
      label={props.title}
      columns={props.columns}
      rows={query.data}
      rowKey={({ id }) => id}
      onRowClick={props.onOpen}
    />
  )
}

/** A table of things that open in a dialog. */
export function ListPanel<Row extends { id: string }>(props: ListPanelProps<Row>) {
  return (
    <Panel title={props.title} text={props.text} action={props.action}>
      <Body {...props} />
    </Panel>
  )
}
