import type { Configuration, Database } from '@plinth/contract'
import type { LiveCatalogue, Measures, Plan, Step } from '@plinth/schema'
import type { WatchedTables } from './row-event.ts'
import type { FillRequest, RowCount, RowSnapshot, RowUsage } from './row-snapshot.ts'

/** Where an environment's rows are stored. */
export interface Placement {
  environmentId: string
  engine: Database
  /** A region's cluster, `default`, `local` for SQLite files, or `external` with its own connection. */
  server: string
  database: string
  schema: string
  /** The sealed connection URL of an external database. */
  connection: Buffer | null
}

/** Increase this when `provision` creates something new: Run Migration then updates existing databases. */
export const PROVISION_VERSION = 1

/** Progress of applying a plan, as shown to the user. */
export interface Progress {
  phase: 'prepare' | 'cutover' | 'clean'
  /** The current step; null between steps. */
  stepId: string | null
  words: string
  /** From 0 to 1 over the whole plan. */
  done: number
}

export interface ApplyRequest {
  plan: Plan
  /** Chosen by the caller; a repeat with the same id resumes. */
  migrationId: string
  /** Recorded in the migration log. */
  by: string
  onProgress?: ((progress: Progress) => void) | undefined
  signal?: AbortSignal | undefined
}

export type ApplyResult =
  /** Done, now or by an earlier request with this id. */
  | { kind: 'applied'; migrationId: string; configuration: Configuration }
  /** The database differs from what the plan was made for: plan again. */
  | { kind: 'changed' }
  /** Another migration of this environment is running. */
  | { kind: 'busy' }
  /** A table was locked for longer than the cutover waits. */
  | { kind: 'locked'; message: string }
  /** The plan has blocking steps. */
  | { kind: 'blocked'; steps: Step[] }
  /** A row or a query violates a step; nothing has changed. */
  | { kind: 'refused'; stepId: string | null; message: string }
  | { kind: 'cancelled' }

export type MigrationState = 'preparing' | 'cutOver' | 'applied' | 'abandoned'

/** An entry of the migration log. */
export interface Migration {
  id: string
  state: MigrationState
  by: string
  startedOn: string
  appliedOn: string | null
  steps: Pick<Step, 'id' | 'class' | 'words' | 'inverse'>[]
  /** Ids of the trash entries that it created. */
  trashedIds: string[]
  /** The migration that this one undid. */
  undoes: string | null
  /** The migration that undid this one. */
  undoneBy: string | null
}

/** A migration with the configurations before and after it. */
export interface MigrationDetails extends Migration {
  before: Configuration
  after: Configuration
}

/** An interrupted migration and how recovery ended it. */
export interface Recovery {
  migrationId: string
  outcome: 'finished' | 'rolledBack'
}

type MigrationRequest = Omit<ApplyRequest, 'plan'>

/** A database that can store a project's rows. Every operation is idempotent. */
export interface DatabaseEngine {
  provision(placement: Placement): Promise<void>
  /** Creates internal tables that older environments lack. */
  ensureInternalTables(placement: Placement): Promise<void>
  drop(placement: Placement): Promise<void>
  check(): Promise<void>
  readCatalogue(placement: Placement): Promise<LiveCatalogue>
  /** Records the configuration found in a database that others created, without changing it. */
  adopt(placement: Placement, found: Configuration): Promise<void>
  /** Runs the plan's checks against the rows; a check that takes too long is omitted. */
  measurePlan(placement: Placement, plan: Plan): Promise<Measures>
  /** The SQL of each step, for display. */
  writeSql(plan: Plan): { stepId: string; sql: string }[]
  applyPlan(placement: Placement, request: ApplyRequest): Promise<ApplyResult>
  /** Undoes the last migration that has not been undone; a repeat with the same id resumes. */
  undoLast(placement: Placement, acting: MigrationRequest): Promise<ApplyResult>
  restoreFromTrash(
    placement: Placement,
    acting: MigrationRequest & { trashId: string },
  ): Promise<ApplyResult>
  /** Deletes what was moved to the trash before a date; returns the ids. */
  purgeTrash(placement: Placement, options: { before: Date }): Promise<string[]>
  /** From now on changes to exactly these tables write events; this survives migrations of the tables. */
  watchRows(placement: Placement, watched: WatchedTables): Promise<void>
  /** The latest hundred entries of the migration log, newest first. */
  readMigrations(placement: Placement): Promise<Migration[]>
  readMigration(placement: Placement, id: string): Promise<MigrationDetails | undefined>
  /** Ends migrations that a crash interrupted: finishes them after the cutover, rolls them back before it. */
  recover(placement: Placement): Promise<Recovery[]>
  countRows(placement: Placement): Promise<RowCount>
  /** Counts rows and bytes; reads every table, so it is for background jobs. */
  measureUsage(placement: Placement): Promise<RowUsage>
  /** A consistent snapshot of all rows; `id` identifies the requester, so that leftovers of a crash can be removed. */
  openSnapshot(placement: Placement, id: string): Promise<RowSnapshot>
  /** Provisions a new, still invisible placement and fills it from a snapshot. */
  fill(placement: Placement, request: FillRequest): Promise<void>
  /** Removes leftovers of snapshots whose requester no longer exists. */
  sweepSnapshots(isAlive: (id: string) => Promise<boolean>): Promise<void>
}

export type DatabaseEngines = Record<Database, DatabaseEngine>
