import type { Configuration } from '@plinth/contract'
import { ChevronDown, ChevronUp, Trash2, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { ColumnIcon } from '../../state/schema/column-icon.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { AccessButton } from './access/access-button.tsx'
import { viewCell } from './cells/cell-view.tsx'
import { countLinked } from './cells/count-linked.ts'
import { readCell } from './cells/read-cell.ts'
import type { PlacedColumn } from './columns/grid-layout.ts'
import { CellEditor } from './editors/cell-editor.tsx'
import { useEdits } from './edits/grid-store.ts'
import { isBlankCell } from './edits/is-blank-cell.ts'
import type { RowScope } from './rows/row-scope.ts'
import {
  changeCells,
  editableField,
  type GridModel,
  openableField,
  rowAt,
  valueAt,
} from './selection/grid-model.ts'
import { gridStrings as strings } from './strings/grid-strings.ts'

/** Opened by keyboard, the panel takes the focus; opened by pointer, the grid keeps it. */
export type OpenedBy = 'keys' | 'pointer'

interface RowPanelProps {
  openedBy: OpenedBy
  model: GridModel
  row: number
  synced: Configuration
  scope: RowScope
  onRow: (row: number) => void
  onDelete: () => void
  onClose: () => void
}

interface FieldLineProps extends Pick<RowPanelProps, 'model' | 'row' | 'synced' | 'scope'> {
  column: PlacedColumn
  isOpen: boolean
  onOpen: (key: string | undefined) => void
}

function FieldLine({ model, row, column, synced, scope, isOpen, onOpen }: FieldLineProps) {
  const cell = { row, col: column.at }
  const field = openableField(model, cell)
  const shown = rowAt(model, row)
  const edit = shown ? model.store.get().edits.rows.get(shown.id) : undefined
  const isPending = column.stored !== undefined && edit?.values[column.stored] !== undefined
  const problem = column.stored === undefined ? undefined : edit?.problems[column.stored]
  const value = valueAt(model, cell)
  const linked = shown && column.stored ? countLinked(shown, column.stored) : undefined
  const button = useRef<HTMLButtonElement>(null)
  const isBack = useRef(false)
  useLayoutEffect(() => {
    if (isOpen || !isBack.current) return
    isBack.current = false
    button.current?.focus()
  }, [isOpen])
  const close = (isLeft: boolean) => {
    isBack.current = !isLeft
    onOpen(undefined)
  }
  const press = () => {
    if (!field || !shown) return
    if (field.type === 'checkbox') {
      const reading = readCell(field, `${value !== true}`)
      changeCells(model, [{ row: shown, column: field.name, ...reading }])
    } else onOpen(column.key)
  }
  return (
    <div className="flex flex-col gap-1">
      <span className="flex items-center gap-1.5 text-xs text-fg-2">
        <ColumnIcon type={column.icon} className="size-3.5 stroke-[1.75] text-fg-3" />
        {column.name}
      </span>
      <div data-scroller className="relative h-8">
        {isOpen && field && shown ? (
          <CellEditor
            field={field}
            label={column.name}
            value={value}
            rowId={shown.id}
            isReadOnly={editableField(model, cell) === undefined}
            isReplacing={false}
            synced={synced}
            scope={scope}
            onCommit={(reading, move) => {
              if (reading) changeCells(model, [{ row: shown, column: field.name, ...reading }])
              close(move === 'stay')
            }}
            onCancel={() => close(false)}
          />
        ) : (
          <button
            ref={button}
            type="button"
            aria-disabled={field === undefined}
            onClick={press}
            className={cn(
              'ring-focus flex size-full items-center overflow-hidden rounded-md border px-2.5 text-left text-sm whitespace-pre',
              field ? 'border-line-strong bg-surface' : 'border-transparent bg-sunken',
              isPending && 'border-warn-line! bg-warn-soft! text-warn-text',
              problem !== undefined && 'border-danger! bg-danger-soft! text-danger-text',
            )}
          >
            <span className="sr-only">{strings.editField(column.name)} </span>
            {isBlankCell(column, edit)
              ? null
              : viewCell(column, { value, rowId: shown?.id, isPlain: true })}
          </button>
        )}
      </div>
      {problem === undefined ? null : <p className="text-xs text-danger-text">{problem}</p>}
      {linked === undefined ? null : (
        <p className="text-xs text-fg-2">{strings.longList(linked)}</p>
      )}
    </div>
  )
}

/** A side panel with all fields of one row. */
export function RowPanel(props: RowPanelProps) {
  const { model, row, openedBy, onRow, onDelete, onClose } = props
  useEdits(model.store)
  const [open, setOpen] = useState<string>()
  const shown = rowAt(model, row)
  const leave = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (openedBy === 'keys') leave.current?.focus()
  }, [openedBy])
  const go = (next: number) => {
    setOpen(undefined)
    onRow(Math.max(0, Math.min(model.count - 1, next)))
  }
  return (
    <aside
      aria-label={strings.panel(row + 1)}
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      className="flex w-90 shrink-0 flex-col border-l bg-surface"
    >
      <header className="flex h-9 shrink-0 items-center gap-0.5 border-b bg-sunken pr-1.5 pl-3.5">
        <h3 className="flex-1 text-sm font-semibold tabular-nums">{strings.panel(row + 1)}</h3>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={strings.previousRow}
          onClick={() => go(row - 1)}
        >
          <ChevronUp aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={strings.nextRow}
          onClick={() => go(row + 1)}
        >
          <ChevronDown aria-hidden="true" />
        </Button>
        <AccessButton
          synced={props.synced}
          table={props.scope.table}
          rowId={shown && 'createdOn' in shown ? shown.id : undefined}
        />
        {model.isReadOnly ? null : (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={strings.deleteRows(1)}
            onClick={onDelete}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        )}
        <Button
          ref={leave}
          variant="ghost"
          size="icon-sm"
          aria-label={strings.closePanel}
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3.5">
        {model.columns
          .filter(({ stored }) => stored !== undefined)
          .map((column) => (
            <FieldLine
              key={`${row} ${column.key}`}
              {...props}
              column={column}
              isOpen={open === column.key}
              onOpen={setOpen}
            />
          ))}
      </div>
    </aside>
  )
}
