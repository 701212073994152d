import type { Table } from '@plinth/contract'
import { isAuthColumn } from '@plinth/schema'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { ColumnIcon } from './column-icon.tsx'
import { type ColumnAct, ColumnMenu } from './column-menu.tsx'
import { COLUMN_WIDTH, type GridColumn } from './grid-columns.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { strings } from './strings.ts'

export interface GridSort {
  key: string
  direction: 'ascending' | 'descending'
}

interface GridHeaderProps {
  table: Table
  columns: readonly GridColumn[]
  widths: Readonly<Record<string, number>>
  sort: GridSort | undefined
  onResize: (key: string, width: number) => void
  onAct: (column: GridColumn, act: ColumnAct) => void
}

interface HeaderCellProps extends Omit<GridHeaderProps, 'columns' | 'widths'> {
  column: GridColumn
  width: number
  isStop: boolean
}

function HeaderCell({ table, column, width, sort, isStop, onResize, onAct }: HeaderCellProps) {
  const name = column.name || strings.untitledField
  const direction = sort?.key === column.key ? sort.direction : undefined
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  const field = column.column
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its menu and its edge take the focus
    // biome-ignore lint/a11y/useSemanticElements: the grid that this heads is no table element
    <div
      role="columnheader"
      data-column={column.key}
      aria-label={name}
      aria-sort={direction}
      style={{ width }}
      className="group/head relative flex h-full shrink-0 items-center gap-2 border-r pr-2 pl-3 text-sm"
    >
      <ColumnIcon type={column.icon} className="size-3.5 shrink-0 stroke-[1.75] text-fg-3" />
      <span
        title={name}
        className={cn(
          'min-w-0 flex-1 truncate font-medium',
          column.name === '' && 'text-fg-3 italic',
        )}
      >
        {name}
      </span>
      {direction ? (
        <Arrow aria-hidden="true" className="size-3.5 shrink-0 text-accent-text" />
      ) : null}
      <ColumnMenu
        name={name}
        isStop={isStop}
        canEdit={field !== undefined}
        canDelete={field !== undefined && !isAuthColumn(table, field.id)}
        onAct={(act) => onAct(column, act)}
      />
      <ResizeHandle
        label={strings.grid.resize(name)}
        width={width}
        isStop={isStop}
        onResize={(next) => onResize(column.key, next)}
      />
    </div>
  )
}

/** The names of the columns; one stop for Tab, arrow keys go from column to column. */
export function GridHeader({ columns, widths, ...rest }: GridHeaderProps) {
  const row = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<string>()
  const current = columns.some(({ key }) => key === stop) ? stop : columns[0]?.key

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.target instanceof Element === false) return
    if (event.target.closest('[role=menu]')) return
    const cells = [...(row.current?.children ?? [])]
    const at = cells.findIndex((cell) => cell.contains(event.target as Element))
    const button = cells[at + step]?.querySelector('[data-stop]')
    if (button instanceof HTMLElement) button.focus()
    event.preventDefault()
  }
  const follow = (event: { target: EventTarget }) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null
    if (cell instanceof HTMLElement) setStop(cell.dataset.column)
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    // biome-ignore lint/a11y/useSemanticElements: the grid that this heads is no table element
    <div
      ref={row}
      role="row"
      onKeyDown={press}
      onFocus={follow}
      className="flex h-9 w-max min-w-full border-b bg-sunken"
    >
      {columns.map((column) => (
        <HeaderCell
          key={column.key}
          {...rest}
          column={column}
          width={widths[column.key] ?? COLUMN_WIDTH}
          isStop={column.key === current}
        />
      ))}
    </div>
  )
}
