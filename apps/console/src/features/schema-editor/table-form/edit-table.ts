import type { Column, Configuration, Table, TableType } from '@plinth/contract'
import { arrangeColumns, newTable, type SchemaIssue } from '@plinth/schema'
import { newId } from '../../../state/new-id.ts'
import { isHalfWritten } from '../column-form/column-options.tsx'
import { renameReverses, startType } from '../column-form/start-relation.ts'
import { isUntouched } from '../field-list/field-state.ts'
import { readTypedField } from '../field-list/read-fields.ts'
import { columnStrings } from '../strings/column-strings.ts'

/** Whether a field is new, compared with the saved table. */
function isNewIn(previous: Table | undefined) {
  const known = new Set(previous?.columns.map(({ id }) => id))
  return (columnId: string) => !known.has(columnId)
}

/** Renames the table and the reverse fields that are named after it. */
export function renameTable(
  table: Table,
  change: { name: string; configuration: Configuration; previous: Table | undefined },
): Table {
  const next = { ...table, name: change.name }
  const place = { configuration: change.configuration, table: next }
  const isNew = isNewIn(change.previous)
  return { ...next, columns: renameReverses(table.columns, { from: table.name, place, isNew }) }
}

/** Changes the type. The sign-in fields come with Auth and, in a new table, go with it. */
export function changeTableType(table: Table, type: TableType, previous: Table | undefined): Table {
  if (type === table.type) return table
  const signIn = newTable({ id: table.id, order: 0, newId, type: 'Auth' }).columns
  const isSignIn = ({ name, type: kind }: Table['columns'][number]) =>
    signIn.some((column) => column.name === name && column.type === kind)
  if (type !== 'Auth') {
    const stays = (column: Table['columns'][number]) =>
      table.type !== 'Auth' || previous !== undefined || !isSignIn(column)
    return { ...table, type, columns: table.columns.filter(stays) }
  }
  const missing = signIn.filter(({ name }) => !table.columns.some((one) => one.name === name))
  return { ...table, type, columns: [...missing, ...table.columns] }
}

/** Reads `price:number` in a field that still has the focus. */
function readTypedFields(table: Table, configuration: Configuration): Column[] {
  return table.columns.map((column) => {
    const { name, type } = readTypedField(column.name)
    const place = { configuration, table }
    return type === undefined ? column : startType({ ...column, name }, type, place)
  })
}

/** The table to save: without new rows that were left empty, and with the fields in the sequence shown. */
export function finishTable(
  table: Table,
  { previous, configuration }: { previous: Table | undefined; configuration: Configuration },
): Table {
  const isNew = isNewIn(previous)
  const kept = readTypedFields(table, configuration).filter(
    (column) => !(isNew(column.id) && isUntouched(column)),
  )
  return { ...table, columns: arrangeColumns(kept) }
}

/** The first field with invalid JSON, as an issue. */
export function findHalfWritten(
  table: Table,
): Pick<SchemaIssue, 'path' | 'message' | 'columnId'> | undefined {
  const column = table.columns.find(isHalfWritten)
  return column && { path: 'default', columnId: column.id, message: columnStrings.badJson }
}
