import type { MouseEvent, ReactNode } from 'react'
import { cn } from '../primitives/cn.ts'
import { Skeleton } from '../primitives/skeleton.tsx'

export interface DataColumn<Row> {
  key: string
  header: string
  /** Shown instead of the text of the header. */
  headerControl?: ReactNode
  /** Tailwind width class; one column may omit it and takes the remaining width. */
  width?: string
  align?: 'end'
  cell: (row: Row) => ReactNode
  /** Placeholder of the cell while loading. */
  skeleton: ReactNode
}

interface DataTableProps<Row> {
  label: string
  columns: readonly DataColumn<Row>[]
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Shown below the row in its full width; undefined for rows without. */
  detail?: (row: Row) => ReactNode
  /** Called on a click anywhere in the row; the row also has a link for keyboard users. */
  onRowClick?: (row: Row) => void
  /** Whether newer rows are loading. */
  stale?: boolean
  /** Shown below the header if there are no rows. */
  children?: ReactNode
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function cellStyle(align: 'end' | undefined) {
  return cn('px-4 first:pl-4', align === 'end' && 'text-right')
}

function onItsOwn(event: MouseEvent): boolean {
  const pressed = event.target instanceof Element && event.target.closest('a, button, input')
  return Boolean(pressed) || window.getSelection()?.type === 'Range'
}

function DataRow<Row>({ row, props }: { row: Row; props: DataTableProps<Row> }) {
  const { onRowClick } = props
  const click = onRowClick
    ? (event: MouseEvent) => (onItsOwn(event) ? undefined : onRowClick(row))
    : undefined
  const detail = props.detail?.(row)
  return (
    <>
      <tr
        onClick={click}
        className={cn(
          'group/row h-13 transition-colors duration-100 hover:bg-hover/60',
          !detail && 'border-b',
        )}
      >
        {props.columns.map((column) => (
          <td key={column.key} className={cellStyle(column.align)}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {detail ? (
        <tr onClick={click} className="border-b">
          <td colSpan={props.columns.length} className="px-4 pb-3">
            {detail}
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** The minimum width by the number of columns; narrow windows scroll. */
function minWidthOf(columns: number): string {
  if (columns < 6) return 'min-w-180'
  if (columns === 6) return 'min-w-220'
  return columns === 7 ? 'min-w-250' : 'min-w-260'
}

/** A table in a card, with a matching skeleton. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows } = props
  return (
    <div className="relative overflow-hidden rounded-xl border bg-surface shadow-1">
      <div className="-mb-px overflow-x-auto">
        <table
          aria-label={props.label}
          aria-busy={rows === undefined || props.stale === true}
          className={cn(
            'w-full table-fixed border-collapse text-left text-sm',
            minWidthOf(columns.length),
          )}
        >
          <thead className="bg-sunken">
            <tr className="h-9 border-b text-xs text-fg-2">
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={cn(cellStyle(column.align), column.width, 'font-medium')}
                >
                  {column.headerControl ?? column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={cn('transition-opacity duration-150', props.stale && 'opacity-60')}>
            {rows?.map((row) => (
              <DataRow key={props.rowKey(row)} row={row} props={props} />
            ))}
            {rows === undefined
              ? SKELETON_ROWS.map((key) => (
                  <tr key={key} className="h-13 border-b">
                    {columns.map((column) => (
                      <td key={column.key} className={cellStyle(column.align)}>
                        {column.skeleton}
                      </td>
                    ))}
                  </tr>
                ))
              : null}
          </tbody>
        </table>
      </div>
      {rows?.length === 0 ? props.children : null}
    </div>
  )
}

/** Skeleton of one line of text. */
export function LineSkeleton({ className }: { className: string }) {
  return <Skeleton className={cn('h-3', className)} />
}
