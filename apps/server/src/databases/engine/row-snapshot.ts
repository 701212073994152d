import type { Configuration } from '@plinth/contract'

/** A chunk of an environment's rows that fits into memory; each database names its own. */
export interface SnapshotPart {
  name: string
  body: Buffer
}

/** A consistent snapshot of an environment's rows, unaffected by later writes. */
export interface RowSnapshot {
  applied: Configuration
  tables: number
  parts(): AsyncGenerator<SnapshotPart>
  /** Number of rows in the parts; known once all were read. */
  rows(): number
  close(): Promise<void>
}

export interface RowCount {
  tables: number
  rows: number
}

/** What the rows of an environment take. */
export interface RowUsage {
  rows: number
  bytes: number
}

/** Rows of a snapshot, to fill a placement that is not visible yet. */
export interface FillRequest {
  /** Identifies the attempt; a repeat starts over. */
  id: string
  by: string
  applied: Configuration
  parts: AsyncIterable<SnapshotPart>
  /** Texts to replace in file cells: keys and URLs. */
  replaced: readonly (readonly [from: string, to: string])[]
}
