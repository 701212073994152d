import type { Configuration } from '@plinth/contract'
import type { StarterId } from '@plinth/schema'
import { EmptyTables } from '../../features/schema-editor/table-list/empty-tables.tsx'
import { EngineChoice } from '../../features/schema-editor/table-list/engine-choice.tsx'
import { StarterChoice } from '../../features/starters/starter-choice.tsx'
import { useStopReason } from '../../state/availability.ts'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'

interface EmptyDataProps {
  projectName: string
  configuration: Configuration
  synced: Configuration
  /** Undefined if the schema is read-only. */
  onDialog: ((action: SchemaDialogAction) => void) | undefined
  onEdit: ((configuration: Configuration) => void) | undefined
  onStarter: ((starter: StarterId) => void) | undefined
}

/** A project without tables: a first table, a CSV file, or a starter. */
export function EmptyData(props: EmptyDataProps) {
  const { configuration, synced, onDialog, onEdit, onStarter } = props
  const isStopped = useStopReason() !== undefined
  const isNew = synced.tables.length === 0
  const below = (
    <>
      {onStarter && isNew && !isStopped ? <StarterChoice onChoose={onStarter} /> : null}
      {onEdit && isNew ? <EngineChoice configuration={configuration} onEdit={onEdit} /> : null}
    </>
  )
  return (
    <EmptyTables
      name={props.projectName}
      onCreate={onDialog && ((start) => onDialog({ event: 'createTable', start }))}
      below={below}
    />
  )
}
