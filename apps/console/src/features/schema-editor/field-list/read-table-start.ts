import { newId } from '../../../state/new-id.ts'
import type { TableStart } from '../../../state/schema/schema-dialog.ts'
import { readFields, toFieldName } from './read-fields.ts'
import { readStart } from './read-start.ts'

/** The name and the fields of a table for a CSV file; undefined if it has none or cannot be read. */
export async function readTableStart(file: File): Promise<TableStart | undefined> {
  const text = await readStart(file)
  if (text === undefined) return undefined
  const columns = await readFields(text, { taken: [], newId })
  if (columns.length === 0) return undefined
  return { name: toFieldName(file.name.replace(/\.[^.]*$/, '')), columns }
}
