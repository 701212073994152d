import type { Configuration } from '@plinth/contract'
import type { ExportTable } from './export-tables.ts'

/** A value as text: JSON as JSON, a date as ISO 8601 with Z, a boolean as true or false. */
export type Cell = string | null

/** One environment's rows as they were at one moment, whatever is written meanwhile. */
export interface RowSource {
  /** What the rows were made by at that moment. */
  readonly configuration: Configuration
  /** In the order of the table's columns; hashes are never read. */
  rows(table: ExportTable): AsyncIterable<readonly (readonly Cell[])[]>
  close(): Promise<void>
}
