import type { Configuration } from '@plinth/contract'
import { findColumn, findTable } from '@plinth/schema'
import type { SchemaDialogMode, SchemaDialogState } from '../../state/schema/schema-dialog.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ColumnForm } from './column-form/column-form.tsx'
import { DeleteColumnDialog } from './column-form/delete-column-dialog.tsx'
import { columnStrings } from './strings/column-strings.ts'
import { tableStrings } from './strings/table-strings.ts'
import { DeleteTableDialog } from './table-form/delete-table-dialog.tsx'
import { TableForm } from './table-form/table-form.tsx'

interface SchemaDialogsProps {
  dialog: SchemaDialogState
  configuration: Configuration
  onEdit: (configuration: Configuration) => void
  onSelect: (tableId: string) => void
  onClose: () => void
}

/** The dialogs to create, edit and delete a table or a field. */
export function SchemaDialogs(props: SchemaDialogsProps) {
  const { dialog, configuration, onEdit, onSelect, onClose } = props
  const table = findTable(configuration, dialog.tableId)
  const column = findColumn(table, dialog.columnId)
  const isOpen = (...modes: SchemaDialogMode[]) => modes.includes(dialog.mode)
  const close = (open: boolean) => (open ? undefined : onClose())
  const apply = (next: Configuration) => {
    onEdit(next)
    onClose()
  }
  const isNewTable = dialog.shown === 'CreateTable'
  const isNewColumn = dialog.shown === 'CreateColumn'
  return (
    <>
      <Dialog
        open={isOpen('CreateTable', 'EditTable')}
        onOpenChange={close}
        title={isNewTable ? tableStrings.create : tableStrings.edit}
        description={tableStrings.description}
        className="w-180!"
      >
        <TableForm
          key={dialog.opening}
          configuration={configuration}
          table={isNewTable ? undefined : table}
          start={isNewTable ? dialog.start : undefined}
          focusId={isNewTable ? undefined : column?.id}
          onDone={(next, tableId) => {
            apply(next)
            onSelect(tableId)
          }}
          onCancel={onClose}
        />
      </Dialog>
      <Dialog
        open={isOpen('CreateColumn', 'EditColumn') && table !== undefined}
        onOpenChange={close}
        title={isNewColumn ? columnStrings.create : columnStrings.edit}
        className="w-120!"
      >
        {table ? (
          <ColumnForm
            key={dialog.opening}
            configuration={configuration}
            table={table}
            column={isNewColumn ? undefined : column}
            onDone={apply}
            onCancel={onClose}
          />
        ) : null}
      </Dialog>
      <DeleteTableDialog
        open={isOpen('DeleteTable')}
        configuration={configuration}
        tableId={dialog.tableId}
        onDone={apply}
        onClose={onClose}
      />
      <DeleteColumnDialog
        open={isOpen('DeleteColumn')}
        configuration={configuration}
        place={dialog}
        onDone={apply}
        onClose={onClose}
      />
    </>
  )
}
