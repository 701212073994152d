import type { ReactNode } from 'react'
import { QueryTable, type QueryTableProps } from '../../../ui/tables/query-table.tsx'
import { Panel } from './panel.tsx'

interface ListPanelProps<Row extends { id: string }> extends Omit<QueryTableProps<Row>, 'label'> {
  title: string
  text: string
  action: ReactNode
  /** Shown below the table. */
  after?: ReactNode
}

/** A panel with a table whose rows open a dialog. */
export function ListPanel<Row extends { id: string }>(props: ListPanelProps<Row>) {
  const { title, text, action, after, ...table } = props
  return (
    <Panel title={title} text={text} action={action}>
      <QueryTable label={title} {...table} />
      {after}
    </Panel>
  )
}
