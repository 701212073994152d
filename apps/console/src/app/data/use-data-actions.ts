import type { Table } from '@plinth/contract'
import { diagramStrings } from '../../features/diagram/strings.ts'
import { tableListStrings } from '../../features/schema-editor/strings/table-list-strings.ts'
import { useStopReason } from '../../state/availability.ts'
import { usePaletteActions } from '../../state/palette-actions.ts'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'
import { modKey } from '../../ui/primitives/kbd.tsx'
import { dataStrings as strings } from './strings.ts'

interface DataActions {
  openDialog: (action: SchemaDialogAction) => void
  showDiff: () => void
  save: () => void
  isDirty: boolean
  setDiagram: (isDiagram: boolean) => void
  table: Table | undefined
}

/** Actions on the schema in the command palette. */
export function useDataActions({ openDialog, isDirty, table, ...acts }: DataActions): void {
  const isOpen = useStopReason() === undefined
  const create = {
    label: tableListStrings.createTable,
    run: () => openDialog({ event: 'createTable' }),
  }
  const edit = table && {
    label: strings.editTable(table.name),
    run: () => openDialog({ event: 'editTable', tableId: table.id }),
  }
  const sync = { label: strings.syncDatabase, run: acts.showDiff }
  const save = { label: strings.saveConfiguration, keys: modKey('S'), run: acts.save }
  const diagram = { label: diagramStrings.toggle, run: () => acts.setDiagram(true) }
  usePaletteActions([
    create,
    ...(edit ? [edit, diagram] : []),
    ...(isOpen ? [sync] : []),
    ...(isOpen && isDirty ? [save] : []),
  ])
}
