import type { ReactNode } from 'react'
import { QueryTable, type QueryTableProps } from '../../ui/tables/query-table.tsx'

interface ListCardProps<Row extends { id: string }> extends QueryTableProps<Row> {
  text: string
  /** Shown at the right end of the header. */
  actions: ReactNode
  /** Shown between the header and the table. */
  filters?: ReactNode
}

/** A tab's list with a description and actions. */
export function ListCard<Row extends { id: string }>(props: ListCardProps<Row>) {
  const { text, actions, filters, ...table } = props
  return (
    <>
      <header className="mt-5 mb-4 flex items-center justify-between gap-4">
        <p className="text-sm text-fg-2">{text}</p>
        <div className="flex shrink-0 gap-2">{actions}</div>
      </header>
      {filters}
      <QueryTable {...table} />
    </>
  )
}
