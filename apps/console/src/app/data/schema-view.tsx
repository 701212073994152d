import type { Configuration, Table } from '@plinth/contract'
import { type ComponentProps, lazy, Suspense, useCallback } from 'react'
import type { PendingChanges } from '../../features/row-grid/pending/pending-changes.ts'
import { usePendingState } from '../../features/row-grid/pending/use-pending.ts'
import { EmptyTables } from '../../features/schema-editor/table-list/empty-tables.tsx'
import { EngineChoice } from '../../features/schema-editor/table-list/engine-choice.tsx'
import { TablesCard } from '../../features/schema-editor/table-list/tables-card.tsx'
import type { RefusedTables } from '../../state/schema/refused-tables.ts'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'
import { Spinner } from '../../ui/primitives/spinner.tsx'
import { TablePanel } from './table-panel.tsx'

const Diagram = lazy(async () => ({
  default: (await import('../../features/diagram/diagram.tsx')).Diagram,
}))

interface SchemaViewProps {
  projectId: string
  pending: PendingChanges
  projectName: string
  configuration: Configuration
  synced: Configuration
  refused: RefusedTables
  /** Undefined if there are no tables. */
  table: Table | undefined
  isDiagram: boolean
  onSelect: (tableId: string) => void
  /** Undefined if the schema is read-only. */
  onDialog: ((action: SchemaDialogAction) => void) | undefined
  onEdit: ((configuration: Configuration) => void) | undefined
  /** Called for a click in the diagram when the schema is read-only. */
  onOpenRows?: () => void
}

type CountedTablesProps = Omit<ComponentProps<typeof TablesCard>, 'unsaved'> & {
  pending: PendingChanges
}

/** Its own component, so that a new count does not re-render the grid. */
function CountedTables({ pending, ...props }: CountedTablesProps) {
  return <TablesCard {...props} unsaved={usePendingState(pending).counts} />
}

/** The visual editor: the empty state, the diagram, or the table list with the selected table. */
export function SchemaView(props: SchemaViewProps) {
  const { configuration, table, onSelect, onOpenRows: onLook, onDialog } = props
  const open = useCallback(
    (tableId: string) => {
      onSelect(tableId)
      if (onDialog) onDialog({ event: 'editTable', tableId })
      else onLook?.()
    },
    [onSelect, onDialog, onLook],
  )
  if (!table) {
    const create = onDialog && (() => onDialog({ event: 'createTable' }))
    const engine =
      props.onEdit && props.synced.tables.length === 0 ? (
        <EngineChoice configuration={configuration} onEdit={props.onEdit} />
      ) : null
    return <EmptyTables name={props.projectName} onCreate={create} below={engine} />
  }
  if (props.isDiagram) {
    const waiting = (
      <div className="grid flex-1 place-items-center text-fg-3">
        <Spinner />
      </div>
    )
    return (
      <Suspense fallback={waiting}>
        <Diagram configuration={configuration} isReadOnly={!onDialog} onOpen={open} />
      </Suspense>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 gap-3">
      <CountedTables
        pending={props.pending}
        configuration={configuration}
        synced={props.synced}
        refused={props.refused}
        selectedId={table.id}
        onSelect={onSelect}
        onDialog={onDialog}
        onEdit={props.onEdit}
      />
      <TablePanel
        projectId={props.projectId}
        table={table}
        synced={props.synced}
        refused={props.refused.get(table.id)}
        pending={props.pending}
        onDialog={onDialog}
      />
    </div>
  )
}
