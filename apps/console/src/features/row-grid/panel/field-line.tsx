import type { RowChange } from '@plinth/client'
import type { Configuration, Row } from '@plinth/contract'
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { ColumnIcon } from '../../../state/schema/column-icon.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { viewCell } from '../cells/cell-view.tsx'
import { countLinked } from '../cells/count-linked.ts'
import { readCell } from '../cells/read-cell.ts'
import type { PlacedColumn } from '../columns/grid-layout.ts'
import { CellEditor } from '../editors/cell-editor.tsx'
import { conflictOf } from '../edits/conflict-of.ts'
import { useEdits } from '../edits/grid-store.ts'
import { isBlankCell } from '../edits/is-blank-cell.ts'
import { CellClash } from '../marks/cell-clash.tsx'
import { flashOf } from '../marks/flashes.ts'
import { HintText } from '../marks/hint-text.tsx'
import type { RowScope } from '../rows/row-scope.ts'
import {
  changeCells,
  type GridModel,
  type GridRowOf,
  openableIn,
  valueIn,
} from '../selection/grid-model.ts'
import { openedCell } from '../selection/opened-cell.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

interface FieldLineProps {
  model: GridModel
  /** Undefined while it is loading. */
  row: GridRowOf | undefined
  column: PlacedColumn
  /** The row as it was when the editor of this field opened; undefined if it is closed. */
  opened: GridRowOf | undefined
  onOpen: (key: string | undefined) => void
  /** The last change of the edited row, which waits. */
  waiting: RowChange<Row> | undefined
  synced: Configuration
  scope: RowScope
}

interface FieldEditorProps extends Pick<FieldLineProps, 'model' | 'synced' | 'scope'> {
  opened: GridRowOf
  cell: NonNullable<ReturnType<typeof openedCell>>
  onClose: (isLeft: boolean) => void
}

/** The open editor of a field, and what others did to it meanwhile. */
function FieldEditor({ model, opened, cell, synced, scope, onClose }: FieldEditorProps) {
  const { editor, hint } = cell
  return (
    <>
      <div data-scroller className="relative h-8">
        <CellEditor
          {...editor}
          isReplacing={false}
          synced={synced}
          scope={scope}
          onCommit={(reading, move) => {
            if (reading)
              changeCells(model, [{ row: opened, column: editor.field.name, ...reading }])
            onClose(move === 'stay')
          }}
          onCancel={() => onClose(false)}
        />
      </div>
      <p
        role="status"
        className={
          hint === undefined ? 'sr-only' : 'line-clamp-6 text-xs wrap-anywhere text-danger-text'
        }
      >
        <HintText hint={hint} field={editor.field} />
      </p>
    </>
  )
}

/** One field of the row panel: its value or its editor, with its error and conflict below. */
export function FieldLine(props: FieldLineProps) {
  const { model, row, column, opened, onOpen } = props
  const edits = useEdits(model.store)
  const flashes = useSyncExternalStore(model.flashes.subscribe, model.flashes.get)
  const { stored } = column
  const cell = { row, column }
  const field = openableIn(model, cell)
  const edit = row && edits.rows.get(row.id)
  const isPending = stored !== undefined && edit !== undefined && Object.hasOwn(edit.values, stored)
  const problem = stored === undefined ? undefined : edit?.problems[stored]
  const found =
    row && stored !== undefined
      ? conflictOf(model.store, { id: row.id, column: stored })
      : undefined
  // A deleted row is decided as a whole.
  const conflict = found?.clash.isDeleted ? undefined : found
  const value = valueIn(model, cell)
  const linked = row && stored ? countLinked(row, stored) : undefined
  const problemId = useId()
  const clashId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const open = opened && openedCell(model, { column, row: opened, waiting: props.waiting })
  const isOpen = open !== undefined
  const isBack = useRef(false)
  useLayoutEffect(() => {
    if (isOpen || !isBack.current) return
    isBack.current = false
    button.current?.focus()
  }, [isOpen])
  const press = () => {
    if (!field || !row) return
    if (field.type === 'checkbox') {
      const reading = readCell(field, `${value !== true}`)
      changeCells(model, [{ row, column: field.name, ...reading }])
    } else onOpen(column.key)
  }
  const decide = (side: 'mine' | 'theirs') => {
    conflict?.decide(side)
    button.current?.focus()
  }
  const isWrong = problem !== undefined || conflict !== undefined
  return (
    <div className="flex flex-col gap-1">
      <span className="flex items-center gap-1.5 text-xs text-fg-2">
        <ColumnIcon type={column.icon} className="size-3.5 stroke-[1.75] text-fg-3" />
        {column.name}
      </span>
      {opened && open ? (
        <FieldEditor
          {...{ model, opened, synced: props.synced, scope: props.scope }}
          cell={open}
          onClose={(isLeft) => {
            isBack.current = !isLeft
            onOpen(undefined)
          }}
        />
      ) : (
        <button
          ref={button}
          type="button"
          aria-disabled={field === undefined}
          aria-describedby={isWrong ? `${problemId} ${clashId}` : undefined}
          data-flash={flashOf(row && flashes.get(row.id), stored)}
          onClick={press}
          className={cn(
            'rows-field ring-focus flex h-8 w-full items-center overflow-hidden rounded-md border px-2.5 text-left text-sm whitespace-pre',
            field ? 'border-line-strong bg-surface' : 'border-transparent bg-sunken',
            isPending && !isWrong && 'border-warn-line! bg-warn-soft! text-warn-text',
            isWrong && 'border-danger! bg-danger-soft! text-danger-text',
          )}
        >
          <span className="sr-only">{strings.editField(column.name)} </span>
          {isBlankCell(column, edit)
            ? null
            : viewCell(column, { value, rowId: row?.id, isPlain: true })}
        </button>
      )}
      {problem === undefined ? null : (
        <p id={problemId} className="text-xs wrap-anywhere text-danger-text">
          {problem}
        </p>
      )}
      {conflict ? (
        <CellClash
          {...{ clash: conflict.clash, field: column.field }}
          name={column.name}
          textId={clashId}
          onDecide={decide}
        />
      ) : null}
      {linked === undefined ? null : (
        <p className="text-xs text-fg-2">{strings.longList(linked)}</p>
      )}
    </div>
  )
}
