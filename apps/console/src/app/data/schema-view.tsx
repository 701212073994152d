import type { Configuration, ProjectData, Table } from '@plinth/contract'
import type { StarterId } from '@plinth/schema'
import { type ComponentProps, lazy, Suspense, useCallback, useState } from 'react'
import type { PendingChanges } from '../../features/row-grid/pending/pending-changes.ts'
import { usePendingState } from '../../features/row-grid/pending/use-pending.ts'
import { TablesCard } from '../../features/schema-editor/table-list/tables-card.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { useRowCounts } from '../../state/row-counts.ts'
import type { RefusedTables } from '../../state/schema/refused-tables.ts'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'
import type { DraftEditor } from '../../state/schema/use-schema-draft.ts'
import { EmptyData } from './empty-data.tsx'
import { StarterOverlay } from './starter-overlay.tsx'
import { TablePanel } from './table-panel.tsx'

const Diagram = lazy(async () => ({
  default: (await import('../../features/diagram/diagram.tsx')).Diagram,
}))

interface SchemaViewProps {
  project: ProjectData
  /** Undefined if the schema is read-only. */
  draft: DraftEditor | undefined
  pending: PendingChanges
  configuration: Configuration
  synced: Configuration
  refused: RefusedTables
  /** Undefined if there are no tables. */
  table: Table | undefined
  isDiagram: boolean
  onSelect: (tableId: string) => void
  /** Undefined if the schema is read-only. */
  onDialog: ((action: SchemaDialogAction) => void) | undefined
  /** Called for a click in the diagram when the schema is read-only. */
  onOpenRows?: () => void
}

type CountedTablesProps = Omit<ComponentProps<typeof TablesCard>, 'unsaved' | 'rowCounts'> & {
  projectId: string
  pending: PendingChanges
}

/** Its own component, so that a new count does not re-render the grid. */
function CountedTables({ projectId, pending, ...props }: CountedTablesProps) {
  const environment = useEnvironment()
  const rowCounts = useRowCounts({ projectId, environment, synced: props.synced })
  return <TablesCard {...props} {...{ rowCounts }} unsaved={usePendingState(pending).counts} />
}

type SchemaBodyProps = SchemaViewProps & { onStarter: (starter: StarterId) => void }

function SchemaBody(props: SchemaBodyProps) {
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
    return (
      <EmptyData
        {...{ configuration, synced: props.synced, onDialog }}
        projectName={props.project.name}
        onEdit={props.draft?.edit}
        onStarter={props.draft && props.onStarter}
      />
    )
  }
  if (props.isDiagram) {
    const waiting = (
      <div aria-busy="true" className="min-h-80 flex-1 rounded-xl border bg-sunken shadow-1" />
    )
    return (
      <Suspense fallback={waiting}>
        <Diagram configuration={configuration} isReadOnly={!onDialog} onOpen={open} />
      </Suspense>
    )
  }
  return (
    <div className="flex min-h-88 flex-1 gap-3">
      <CountedTables
        projectId={props.project.id}
        pending={props.pending}
        configuration={configuration}
        synced={props.synced}
        refused={props.refused}
        selectedId={table.id}
        onSelect={onSelect}
        onDialog={onDialog}
        onEdit={props.draft?.edit}
      />
      <TablePanel
        projectId={props.project.id}
        table={table}
        synced={props.synced}
        refused={props.refused.get(table.id)}
        pending={props.pending}
        onDialog={onDialog}
      />
    </div>
  )
}

/** The visual editor: the empty state, the diagram, or the table list with the selected table. */
export function SchemaView(props: SchemaViewProps) {
  const { project, draft } = props
  const [starter, setStarter] = useState<StarterId>()
  return (
    <>
      <SchemaBody {...props} onStarter={setStarter} />
      {starter && draft ? (
        <StarterOverlay {...{ project, draft, starter }} onClose={() => setStarter(undefined)} />
      ) : null}
    </>
  )
}
