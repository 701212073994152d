import type { Configuration } from '@plinth/contract'
import { findColumn, findCounterpart, findTable, removeColumn } from '@plinth/schema'
import { useRef } from 'react'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { columnStrings } from '../strings/column-strings.ts'

interface DeleteColumnDialogProps {
  open: boolean
  configuration: Configuration
  place: { tableId: string; columnId: string }
  onDone: (configuration: Configuration) => void
  onClose: () => void
}

const strings = columnStrings.remove

function describe({
  configuration,
  place,
}: Pick<DeleteColumnDialogProps, 'configuration' | 'place'>) {
  const table = findTable(configuration, place.tableId)
  const name = findColumn(table, place.columnId)?.name || schemaStrings.untitledField
  const other = findCounterpart({ configuration, ...place })
  return {
    title: strings.title(name),
    text: (
      <>
        {strings.text(name)}
        {other ? (
          <span className="mt-2 block">
            {strings.relation(other.column.name || schemaStrings.untitledField, other.table.name)}
          </span>
        ) : null}
      </>
    ),
  }
}

export function DeleteColumnDialog(props: DeleteColumnDialogProps) {
  const { open, configuration, place, onDone, onClose } = props
  // Keeps the texts on screen while the dialog fades out, although the field is already deleted.
  const words = useRef({ title: '', text: <></> })
  if (open) words.current = describe(props)
  const remove = () => {
    const { tableId, columnId } = place
    const result = removeColumn({ configuration, tableId, columnId })
    if (result.ok) onDone(result.configuration)
    else onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      {...words.current}
      cancelLabel={strings.cancel}
      confirmLabel={strings.confirm}
      onConfirm={remove}
    />
  )
}
