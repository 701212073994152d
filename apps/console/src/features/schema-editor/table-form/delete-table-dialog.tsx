import type { Configuration } from '@plinth/contract'
import { findCounterpart, findTable, removeTable } from '@plinth/schema'
import { useRef } from 'react'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { tableStrings } from '../strings/table-strings.ts'

interface DeleteTableDialogProps {
  open: boolean
  configuration: Configuration
  tableId: string
  onDone: (configuration: Configuration) => void
  onClose: () => void
}

/** Fields of other tables that are deleted with the table, because they are paired with its relations. */
function listLostFields(configuration: Configuration, tableId: string): string[] {
  const table = findTable(configuration, tableId)
  return (table?.columns ?? []).flatMap((column) => {
    const other = findCounterpart({ configuration, tableId, columnId: column.id })
    return other && other.table.id !== tableId ? [`${other.table.name}.${other.column.name}`] : []
  })
}

function describe(configuration: Configuration, tableId: string) {
  const words = tableStrings.remove
  const name = findTable(configuration, tableId)?.name || schemaStrings.untitledTable
  const lost = listLostFields(configuration, tableId)
  return {
    title: words.title(name),
    text: (
      <>
        {words.text(name)}
        {lost.length > 0 ? <span className="mt-2 block">{words.relations(lost)}</span> : null}
      </>
    ),
  }
}

export function DeleteTableDialog(props: DeleteTableDialogProps) {
  const { open, configuration, tableId, onDone, onClose } = props
  // Keeps the texts on screen while the dialog fades out, although the table is already deleted.
  const words = useRef({ title: '', text: <></> })
  if (open) words.current = describe(configuration, tableId)
  const remove = () => {
    const result = removeTable({ configuration, tableId })
    if (result.ok) onDone(result.configuration)
    else onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      {...words.current}
      cancelLabel={tableStrings.remove.cancel}
      confirmLabel={tableStrings.remove.confirm}
      onConfirm={remove}
    />
  )
}
