import type { Placement } from '../../databases/engine/database-engine.ts'
import type { RowOperation } from '../../databases/engine/row-event.ts'
import type { RefusedQuery } from '../../databases/query-check/find-refused-queries.ts'
import type { Statement } from '../../databases/sql/render.ts'
import type { Failing, WritePlan, Writer } from '../statements/write/write-plan.ts'
import type { ViewColumn } from './view-column.ts'

export type Row = Readonly<Record<string, unknown>>

/** The database that statements run on, and the release they were compiled for. */
export interface RowTarget {
  readonly placement: Placement
  readonly release: string
  /** Changes to some of its tables write events. */
  readonly isWatched?: boolean
  /** Clients may follow the changes of some of its tables. */
  readonly isLive?: boolean
}

export type Written =
  /** A repeat changed nothing: the text is the answer of the first request. */
  | { readonly ok: true; readonly text: string; readonly isRepeat?: true }
  /** Nothing was written; the rows are those of the failed step. */
  | { readonly ok: false; readonly failing: Failing; readonly rows: readonly Row[] }

/** The configuration recorded in an environment's own database. */
export interface Recorded {
  /** Empty until the first sync. */
  readonly release: string
  /** The watched tables as text; empty if none was ever watched. */
  readonly watched: string
  readonly rows: readonly { readonly kind: string; readonly definition: string }[]
  /** The columns of Computed tables, as their queries define them. */
  readonly views: readonly ViewColumn[]
  /** Computed tables that may not be read. */
  readonly refused: readonly RefusedQuery[]
}

/** A query written by staff, with the tables and columns it may read. */
export interface RawQuery {
  readonly query: string
  /** For $1, $2 and so on. */
  readonly values: readonly (string | number | null)[]
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
  /** Maximum number of returned rows. */
  readonly most: number
  /** Reading stops at so many bytes of rows. */
  readonly maxBytes: number
  /** Returns the database's plan of the query, one line per row, instead of its rows. */
  readonly isPlan?: boolean
}

export type RawResult =
  | {
      readonly ok: true
      /** Names may repeat, such as the ids of two joined tables. */
      readonly columns: readonly string[]
      /** The cells of each row, in the order of the columns. */
      readonly cells: readonly (readonly unknown[])[]
      /** There are more rows than those that the limits allow. */
      readonly isTruncated: boolean
    }
  /** `isAway`: not caused by the query. `position`: the offset in the query, where the database names one. */
  | {
      readonly ok: false
      readonly isAway: boolean
      readonly message: string
      readonly position?: number
    }

export interface Spool {
  readonly path: string
  /** Dry run: everything is executed and then rolled back. */
  readonly isDry: boolean
  readonly writer?: Writer
}

/** A change of a row, recorded in the transaction of the change. */
export interface RowEvent {
  /** Identifies the event, also after a restore. */
  readonly key: string
  readonly environmentId: string
  readonly tableId: string
  readonly operation: RowOperation
  readonly rowId: string
  /** The row after the change, or the deleted one, as JSON text; `old` only for an update. */
  readonly row: string
  readonly old: string | null
  readonly by: string | null
  readonly runId: string | null
  readonly depth: number
  /** Ids of the triggers that were active, as JSON; null if it was recorded by an older version. */
  readonly triggers: string | null
}

/** A change in the log of an environment. Positions grow, also over gaps. */
export type LoggedChange = Pick<RowEvent, 'tableId' | 'operation' | 'rowId' | 'row' | 'old'> & {
  readonly position: number
  /** When it was made, in milliseconds. */
  readonly madeAt: number
  /** Names the columns that its rows have. */
  readonly shape: string | null
}

/** Which changes of a log to read: the first ones after a position, up to so many and so many bytes. */
export interface LogRead {
  readonly after: number
  readonly max: number
  /** At least one change is read, however large. */
  readonly maxBytes?: number
}

/** A part of an environment's log, read from one snapshot. */
export interface LogPage {
  /** Changes when the rows are replaced, as by a restore; positions of another epoch mean nothing. */
  readonly epoch: string
  /** Of the tables and rules, as the database has them. */
  readonly release: string
  /** The last position that was given. */
  readonly position: number
  /** Changes up to this position may have been removed. */
  readonly removedTo: number
  /** There are further changes. */
  readonly hasMore: boolean
  readonly changes: readonly LoggedChange[]
}

/** How many events to read, up to so many bytes, and which environments to skip. */
export interface EventRead {
  readonly max: number
  /** At least one event is read, however large. */
  readonly maxBytes?: number
  readonly except: readonly string[]
}

/** Runs compiled statements; its errors are thrown as a DatabaseFault. */
export interface StatementRunner {
  read(target: RowTarget, statement: Statement): Promise<readonly Row[]>
  /** All steps in one transaction. */
  write(target: RowTarget, plan: WritePlan): Promise<Written>
  /** Runs statements from a file, one per line as JSON, in one transaction. */
  writeSpool(target: RowTarget, spool: Spool): Promise<void>
  /** Runs a query written by staff, isolated and read-only. */
  query(target: RowTarget, asked: RawQuery): Promise<RawResult>
}

/**
 * The rows of one environment, which can be changed without effect: nobody else sees the changes, and closing it removes
 * all of them. Throws a SandboxRefusal for what it cannot do.
 */
export interface RowSandbox extends StatementRunner {
  close(): Promise<void>
}

/** The rows of one kind of database. */
export interface RowRunner extends StatementRunner {
  openSandbox(target: RowTarget): Promise<RowSandbox>
  readRecord(placement: Placement): Promise<Recorded>
  /**
   * The oldest events that a trigger waits for. The environments of one of our PostgreSQL databases share a log; an
   * external one, in which its owner may write anything, has only those of its own environment.
   */
  readEvents(placement: Placement, read: EventRead): Promise<readonly RowEvent[]>
  /** The triggers got these events: removes them, except those of live tables. */
  endEvents(placement: Placement, keys: readonly string[]): Promise<void>
  /** Gives the committed changes of the environment's live tables their positions. */
  placeChanges(placement: Placement): Promise<void>
  /** Does so for all environments of the log, some changes of each. */
  placeAllChanges(placement: Placement): Promise<void>
  /** Removes delivered changes that are too old to resume from, or too many; true if more are left. */
  trimLog(placement: Placement): Promise<boolean>
  /** The changes after a position; undefined if the environment has no log. */
  readLog(placement: Placement, read: LogRead): Promise<LogPage | undefined>
  close(): Promise<void>
}

/** Statement timeout, unless the operator has set another. */
export const STATEMENT_TIMEOUT_MS = 2_000
/** When a connection is closed because the server has not obeyed the statement timeout. */
export const clientTimeoutOf = (statementMs: number): number => 2 * statementMs
