import type { Placement } from '../../databases/engine/database-engine.ts'
import type { RowOperation } from '../../databases/engine/row-event.ts'
import type { RefusedQuery } from '../../databases/query-check/find-refused-queries.ts'
import type { Statement } from '../../databases/sql/render.ts'
import type { Failing, WritePlan, Writer } from '../statements/write/write-plan.ts'
import type { ViewColumn } from './view-column.ts'

export type Row = Readonly<Record<string, unknown>>

/** Where statements run, and the release they were compiled for. */
export interface Place {
  readonly placement: Placement
  readonly release: string
  /** Changes of some of its tables leave events. */
  readonly isWatched?: boolean
}

export type Written =
  | { readonly ok: true; readonly text: string }
  /** Nothing was written; the rows are those of the step that failed. */
  | { readonly ok: false; readonly failing: Failing; readonly rows: readonly Row[] }

/** What an environment's own database says it holds. */
export interface Recorded {
  /** Empty until the first sync. */
  readonly release: string
  /** The tables whose changes leave events, as text; empty if none was ever watched. */
  readonly watched: string
  readonly rows: readonly { readonly kind: string; readonly definition: string }[]
  /** The columns of Computed tables, which their queries decide. */
  readonly views: readonly ViewColumn[]
  /** Computed tables that nothing may read. */
  readonly refused: readonly RefusedQuery[]
}

/** A query of staff, with the tables and columns it may read. */
export interface RawQuery {
  readonly query: string
  /** For $1, $2 and so on. */
  readonly values: readonly (string | number | null)[]
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
  /** How many rows are answered at most. */
  readonly most: number
}

export type RawResult =
  | { readonly ok: true; readonly rows: readonly Row[] }
  /** Away: it is not the query's fault. */
  | { readonly ok: false; readonly isAway: boolean; readonly message: string }

export interface Spool {
  readonly path: string
  /** Everything is tried and then taken back. */
  readonly isDry: boolean
  readonly writer?: Writer
}

/** A change of a row, as the database wrote it down in the row's own transaction. */
export interface RowEvent {
  /** Names the event whatever happens to its database. */
  readonly key: string
  readonly environmentId: string
  readonly tableId: string
  readonly operation: RowOperation
  readonly rowId: string
  /** The row after the change, or the one that is gone, as JSON text; `old` only of an update. */
  readonly row: string
  readonly old: string | null
  readonly by: string | null
  readonly runId: string | null
  readonly depth: number
}

/** How many events to read, and whose are left for later. */
export interface EventRead {
  readonly most: number
  readonly except: readonly string[]
}

/** Runs compiled statements on one kind of database; what it refuses is thrown as a DatabaseFault. */
export interface RowRunner {
  read(place: Place, statement: Statement): Promise<readonly Row[]>
  /** Every step in one transaction; all or nothing. */
  write(place: Place, plan: WritePlan): Promise<Written>
  /** Runs statements that stand in a file, one per line as JSON, in one transaction. */
  writeSpool(place: Place, spool: Spool): Promise<void>
  /** Runs what staff wrote, apart from everything else and with no right but to read. */
  query(place: Place, asked: RawQuery): Promise<RawResult>
  readRecord(placement: Placement): Promise<Recorded>
  /** The oldest events that wait where this placement's do; on PostgreSQL those of its whole database. */
  readEvents(placement: Placement, read: EventRead): Promise<readonly RowEvent[]>
  removeEvents(placement: Placement, keys: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** How long one statement may take. */
export const STATEMENT_MS = 2_000

/** Synchronous on a cache hit, so that the hot path of a row request has no awaits. */
export type Soon<T> = T | Promise<T>
