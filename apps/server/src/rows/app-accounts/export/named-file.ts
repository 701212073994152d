import type { FileValue } from '@plinth/contract'
import type { DataTable } from '../../../databases/sql/data-model.ts'

/** A file that an exported row names. */
export interface NamedFile {
  readonly table: DataTable
  readonly field: string
  readonly rowId: string
  readonly file: FileValue
}
