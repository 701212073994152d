import type { Configuration } from '@plinth/contract'
import type { ExportTable } from './export-tables.ts'

/** A value as text: JSON as JSON, a date as ISO 8601 with Z, a boolean as true or false. */
export type Cell = string | null

/** The rows of one environment from one snapshot. */
export interface RowSource {
  /** The applied configuration of that snapshot. */
  readonly configuration: Configuration
  /** In the order of the table's columns; password hashes are never read. */
  rows(table: ExportTable): AsyncIterable<readonly (readonly Cell[])[]>
  close(): Promise<void>
}
