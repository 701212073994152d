import type { Table } from '@plinth/contract'
import { TriangleAlert } from 'lucide-react'
import { gridStrings } from '../../features/row-grid/strings/grid-strings.ts'
import { PanelHeader } from '../../features/row-grid/toolbar/grid-bar.tsx'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { dataStrings as strings } from './strings.ts'

interface RefusedPanelProps {
  table: Table
  reason: string
  /** The query in the draft differs from the refused one. */
  isChanged: boolean
  /** Undefined if the schema is read-only. */
  onDialog: ((action: SchemaDialogAction) => void) | undefined
}

/** Replaces the rows of a Computed table whose applied query the server refuses. */
export function RefusedPanel({ table, reason, isChanged, onDialog }: RefusedPanelProps) {
  const { refused } = strings
  const next = onDialog ? (isChanged ? refused.sync : refused.change) : refused.production
  return (
    <>
      <PanelHeader table={table} />
      <div
        role="status"
        className="m-3 flex gap-3 rounded-xl border border-line bg-warn-soft p-4 text-sm text-warn-text"
      >
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0">
          <h3 className="font-semibold">{refused.title}</h3>
          <p className="mt-1 break-words">{refused.reason(reason)}</p>
          <p className="mt-1">
            {refused.effect} {next}
          </p>
          {onDialog ? (
            <Button
              className="mt-3"
              onClick={() => onDialog({ event: 'editTable', tableId: table.id })}
            >
              {gridStrings.editQuery}
            </Button>
          ) : null}
        </div>
      </div>
    </>
  )
}
