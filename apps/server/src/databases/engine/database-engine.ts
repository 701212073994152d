import type { Configuration, Database } from '@plinth/contract'
import type { LiveCatalogue, Measures, Plan, Step } from '@plinth/schema'
import type { WatchedTables } from './row-event.ts'
import type { FillRequest, RowCount, RowSnapshot } from './row-snapshot.ts'

/** Where an environment's rows live. */
export interface Placement {
  environmentId: string
  engine: Database
  /** A region's cluster, `default`, `local` for files, or `external` with a connection of its own. */
  server: string
  database: string
  schema: string
  /** The sealed address of an external database. */
  connection: Buffer | null
}

/** Raise it when `provision` makes something more: Run Migration brings it to the databases that are there. */
export const PROVISION_VERSION = 1

/** How far applying a plan has come, for the person who waits. */
export interface Progress {
  phase: 'prepare' | 'flip' | 'clean'
  /** The step at hand, if it is one. */
  stepId: string | null
  words: string
  /** Between 0 and 1 over the whole plan. */
  done: number
}

export interface ApplyRequest {
  plan: Plan
  /** Chosen by the caller; repeating a request with the same id goes on where it stopped. */
  migrationId: string
  /** Who asked, for the migration log. */
  by: string
  onProgress?: ((progress: Progress) => void) | undefined
  signal?: AbortSignal | undefined
}

export type ApplyResult =
  /** Done, now or by an earlier request with this id. */
  | { kind: 'applied'; migrationId: string; configuration: Configuration }
  /** The database is not what the plan saw: plan again. */
  | { kind: 'changed' }
  /** Another migration of this environment is under way. */
  | { kind: 'busy' }
  /** Somebody held a table longer than we were willing to make others wait. */
  | { kind: 'locked'; message: string }
  /** The plan has steps that stand in the way. */
  | { kind: 'blocked'; steps: Step[] }
  /** The rows or a query did not allow a step; nothing has changed. */
  | { kind: 'refused'; stepId: string | null; message: string }
  | { kind: 'cancelled' }

export type MigrationState = 'preparing' | 'flipped' | 'applied' | 'abandoned'

/** A line of the migration log. */
export interface Migration {
  id: string
  state: MigrationState
  by: string
  startedOn: string
  appliedOn: string | null
  steps: Pick<Step, 'id' | 'class' | 'words' | 'inverse'>[]
  /** Ids of what it set aside. */
  setAside: string[]
  /** The migration that this one took back. */
  undoes: string | null
  /** The migration that took this one back. */
  undoneBy: string | null
}

/** A migration with what it led from and to. */
export interface WholeMigration extends Migration {
  before: Configuration
  after: Configuration
}

/** What was found half done and how it ended. */
export interface Recovery {
  migrationId: string
  outcome: 'finished' | 'rolledBack'
}

type Acting = Omit<ApplyRequest, 'plan'>

/** One kind of database that can hold a project's rows. Every act can be repeated. */
export interface DatabaseEngine {
  provision(placement: Placement): Promise<void>
  /** Makes what an environment from before this build lacks of our own tables. */
  ensureOwnTables(placement: Placement): Promise<void>
  drop(placement: Placement): Promise<void>
  check(): Promise<void>
  readCatalogue(placement: Placement): Promise<LiveCatalogue>
  /** Records what was found in a database that others made; nothing in it changes. */
  adopt(placement: Placement, found: Configuration): Promise<void>
  /** Asks the rows what a plan needs to know; a check that takes too long is left out. */
  measurePlan(placement: Placement, plan: Plan): Promise<Measures>
  /** The statements behind each step, for people to read. */
  writeSql(plan: Plan): { stepId: string; sql: string }[]
  applyPlan(placement: Placement, request: ApplyRequest): Promise<ApplyResult>
  /** Takes the last migration back that was not taken back yet; a repeat with the same id goes on. */
  undoLast(placement: Placement, acting: Acting): Promise<ApplyResult>
  restoreGone(placement: Placement, acting: Acting & { goneId: string }): Promise<ApplyResult>
  /** Destroys what was set aside before a moment; answers with the ids. */
  purgeGone(placement: Placement, given: { before: Date }): Promise<string[]>
  /** From now on changes of exactly these tables leave events, whatever migrations make of the tables. */
  watchRows(placement: Placement, watched: WatchedTables): Promise<void>
  /** The newest hundred of the migration log, newest first. */
  readMigrations(placement: Placement): Promise<Migration[]>
  readMigration(placement: Placement, id: string): Promise<WholeMigration | undefined>
  /** Ends what a crash left half done: after the flip forwards, before it backwards. */
  recover(placement: Placement): Promise<Recovery[]>
  countRows(placement: Placement): Promise<RowCount>
  /** All rows at one moment; `id` names who asked, for what a crash leaves behind. */
  openSnapshot(placement: Placement, id: string): Promise<RowSnapshot>
  /** Makes a place that nobody sees yet, and fills it with what a snapshot held. */
  fill(placement: Placement, request: FillRequest): Promise<void>
  /** Removes what snapshots left behind whose asker is gone. */
  sweepSnapshots(isAlive: (id: string) => Promise<boolean>): Promise<void>
}

export type DatabaseEngines = Record<Database, DatabaseEngine>
