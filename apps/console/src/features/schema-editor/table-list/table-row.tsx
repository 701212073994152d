import type { RowCount, Table } from '@plinth/contract'
import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { memo, useId } from 'react'
import { TableIcon } from '../../../state/schema/column-icon.tsx'
import type { SchemaDialogAction } from '../../../state/schema/schema-dialog.ts'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import { tableListStrings as strings } from '../strings/table-list-strings.ts'

interface TableRowProps {
  table: Table
  /** The row's position and the list's length for screen readers, because not every row is rendered. */
  at: number
  count: number
  isDraft: boolean
  /** Why the query was refused; undefined if it was not. */
  refused: string | undefined
  /** How many row changes are not saved. */
  unsaved: number
  /** How many rows it has; undefined if that is not known. */
  rowCount: RowCount | undefined
  isSelected: boolean
  /** Whether this row is the tab stop (roving tabindex). */
  isStop: boolean
  /** The edge where a dragged table would be dropped. */
  dropEdge: 'before' | 'after' | undefined
  isDragged: boolean
  onSelect: (tableId: string) => void
  onDialog: ((action: SchemaDialogAction) => void) | undefined
}

export const ROW_HEIGHT = 32

const actStyle =
  'ring-focus grid size-6 place-items-center rounded-sm text-fg-3 hover:bg-line hover:text-fg [&_svg]:size-3.5'

function RowActs({
  table,
  name,
  isStop,
  onDialog,
}: Pick<TableRowProps, 'table' | 'isStop'> & {
  name: string
  onDialog: (action: SchemaDialogAction) => void
}) {
  const tabIndex = isStop ? 0 : -1
  return (
    <span className="pointer-events-none absolute right-1 flex rounded-sm bg-active opacity-0 group-focus-within/row:pointer-events-auto group-focus-within/row:opacity-100 group-hover/row:pointer-events-auto group-hover/row:opacity-100">
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={strings.edit(name)}
        title={strings.edit(name)}
        onClick={() => onDialog({ event: 'editTable', tableId: table.id })}
        className={actStyle}
      >
        <Pencil aria-hidden="true" />
      </button>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={strings.remove(name)}
        title={strings.remove(name)}
        onClick={() => onDialog({ event: 'deleteTable', tableId: table.id })}
        className={cn(actStyle, 'hover:text-danger-text')}
      >
        <Trash2 aria-hidden="true" />
      </button>
    </span>
  )
}

/** One table of the list; memoised, because a list can have hundreds. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { table, isSelected, rowCount } = props
  const countId = useId()
  const name = table.name || schemaStrings.untitledTable
  return (
    <li
      data-table={table.id}
      aria-posinset={props.at + 1}
      aria-setsize={props.count}
      style={{ top: props.at * ROW_HEIGHT }}
      className={cn(
        'group/row absolute inset-x-0 flex h-8 items-center rounded-md select-none',
        isSelected ? 'bg-active' : 'hover:bg-hover focus-within:bg-hover',
        props.isDragged && 'opacity-50',
        props.dropEdge === 'before' && 'shadow-[0_-2px_0_var(--accent)]',
        props.dropEdge === 'after' && 'shadow-[0_2px_0_var(--accent)]',
      )}
    >
      <button
        type="button"
        data-stop
        tabIndex={props.isStop ? 0 : -1}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => props.onSelect(table.id)}
        aria-describedby={rowCount ? countId : undefined}
        className="ring-focus flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left"
      >
        <TableIcon
          type={table.type}
          className={cn(
            'size-4 shrink-0 stroke-[1.75]',
            isSelected ? 'text-accent-text' : 'text-fg-3',
          )}
        />
        <span className={cn('truncate', table.name === '' && 'text-fg-3 italic')}>{name}</span>
        {props.refused === undefined ? null : (
          <span
            title={props.refused}
            className="ml-0.5 inline-flex h-4.5 shrink-0 items-center gap-1 rounded-sm bg-danger-soft px-1.5 text-2xs font-medium text-danger-text"
          >
            <TriangleAlert aria-hidden="true" className="size-3" />
            {strings.refused}
          </span>
        )}
        {props.isDraft ? (
          <span className="ml-0.5 inline-flex h-4.5 shrink-0 items-center rounded-sm bg-warn-soft px-1.5 text-2xs font-medium text-warn-text">
            {strings.draft}
          </span>
        ) : null}
        {props.unsaved > 0 ? (
          <span
            title={strings.unsaved(props.unsaved)}
            className="ml-0.5 inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center rounded-full bg-warn-soft px-1.5 text-2xs font-semibold text-warn-text tabular-nums"
          >
            <span aria-hidden="true">{props.unsaved}</span>
            <span className="sr-only">{strings.unsaved(props.unsaved)}</span>
          </span>
        ) : null}
        {rowCount ? (
          <span
            aria-hidden="true"
            title={strings.rowCount(rowCount)}
            className="ml-auto shrink-0 pl-1 text-2xs text-fg-2 tabular-nums"
          >
            {strings.shortCount(rowCount)}
          </span>
        ) : null}
      </button>
      {rowCount ? (
        <span id={countId} hidden>
          {strings.rowCount(rowCount)}
        </span>
      ) : null}
      {props.onDialog ? (
        <RowActs table={table} name={name} isStop={props.isStop} onDialog={props.onDialog} />
      ) : null}
    </li>
  )
})
