import type { Configuration } from '@plinth/contract'
import { ChevronDown, ChevronUp, Trash2, X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'
import { AccessButton } from '../access/access-button.tsx'
import { removeRows } from '../edits/change-edits.ts'
import { conflictOf } from '../edits/conflict-of.ts'
import { useEdits } from '../edits/grid-store.ts'
import { CellClash } from '../marks/cell-clash.tsx'
import type { RowScope } from '../rows/row-scope.ts'
import type { GridModel } from '../selection/grid-model.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { FieldLine } from './field-line.tsx'
import { RowNotice } from './row-notice.tsx'
import type { PanelState } from './use-row-panel.ts'

/** A row that is deleted here is decided as a whole, not by a column. */
const WHOLE_ROW = ''

interface RowPanelProps {
  panel: PanelState
  /** With all columns, hidden ones included. */
  model: GridModel
  synced: Configuration
  scope: RowScope
  onRow: (row: number) => void
  /** Called to show a row that is not in the list. */
  onShowRow: (id: string) => void
  onClose: () => void
}

function PanelHeader({
  title,
  leave,
  ...props
}: RowPanelProps & { title: string; leave: RefObject<HTMLButtonElement | null> }) {
  const { model, panel, onRow, onClose } = props
  const { row, place } = panel
  const go = (next: number) => {
    panel.openField(undefined)
    onRow(Math.max(0, Math.min(model.count - 1, next)))
  }
  const step = (label: string, icon: typeof ChevronUp, by: number) => {
    const Icon = icon
    return (
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={label}
        disabled={place === undefined}
        onClick={() => (place === undefined ? undefined : go(place + by))}
      >
        <Icon aria-hidden="true" />
      </Button>
    )
  }
  return (
    <header className="flex h-9 shrink-0 items-center gap-0.5 border-b bg-sunken pr-1.5 pl-3.5">
      <h3 className="flex-1 text-sm font-semibold tabular-nums">{title}</h3>
      {step(strings.previousRow, ChevronUp, -1)}
      {step(strings.nextRow, ChevronDown, 1)}
      <AccessButton
        synced={props.synced}
        table={props.scope.table}
        rowId={row && 'createdOn' in row && panel.why !== 'deleted' ? row.id : undefined}
      />
      {model.isReadOnly ? null : (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={strings.deleteRows(1)}
          disabled={row === undefined || place === undefined}
          onClick={() => (row ? model.store.change((now) => removeRows(now, [row])) : undefined)}
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
  )
}

/** A side panel with all fields of one row. */
export function RowPanel(props: RowPanelProps) {
  const { panel, model, synced, scope, onShowRow, onClose } = props
  const { openedBy, row, place, why, field } = panel
  const edits = useEdits(model.store)
  const leave = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (openedBy === 'keys') leave.current?.focus()
  }, [openedBy])
  const title = place === undefined ? strings.row : strings.panel(place + 1)
  const hasEdits = field !== undefined || (row !== undefined && edits.rows.has(row.id))
  const isGone = (why === 'deleted' || why === 'left') && !hasEdits
  const conflict = row && conflictOf(model.store, { id: row.id, column: WHOLE_ROW })
  const decide = (side: 'mine' | 'theirs') => {
    conflict?.decide(side)
    leave.current?.focus()
  }
  return (
    <aside
      aria-label={title}
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      className="flex w-90 shrink-0 flex-col border-l bg-surface"
    >
      <PanelHeader {...props} {...{ title, leave }} />
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3.5">
        <div role="status" className={why || conflict ? undefined : 'sr-only'}>
          {why ? (
            <RowNotice
              key={why}
              {...{ why, hasEdits, onClose }}
              onShowRow={() => (row ? onShowRow(row.id) : undefined)}
            />
          ) : null}
          {conflict ? (
            <CellClash clash={conflict.clash} name={title} field={undefined} onDecide={decide} />
          ) : null}
        </div>
        {isGone
          ? null
          : model.columns
              .filter(({ stored }) => stored !== undefined)
              .map((column) => (
                <FieldLine
                  key={`${row?.id} ${column.key}`}
                  {...{ model, row, column, synced, scope, waiting: panel.waiting }}
                  opened={field?.key === column.key ? field.row : undefined}
                  onOpen={panel.openField}
                />
              ))}
      </div>
    </aside>
  )
}
