import type { Configuration } from '@plinth/contract'

/** A piece of an environment's rows, small enough to be held; the names are the engine's own. */
export interface RowPart {
  name: string
  body: Buffer
}

/** All rows of an environment as they were at one moment, whatever is written meanwhile. */
export interface RowSnapshot {
  applied: Configuration
  tables: number
  parts(): AsyncGenerator<RowPart>
  /** How many rows the parts held; there once all were read. */
  rows(): number
  close(): Promise<void>
}

/** How many tables and rows there are now. */
export interface RowCount {
  tables: number
  rows: number
}

/** Rows as they came out of a snapshot, for a place that nobody sees yet. */
export interface FillRequest {
  /** Names the attempt; a repeat begins again. */
  id: string
  by: string
  applied: Configuration
  parts: AsyncIterable<RowPart>
  /** Texts in cells of files that are replaced by others: keys and addresses. */
  replaced: readonly (readonly [from: string, to: string])[]
}
