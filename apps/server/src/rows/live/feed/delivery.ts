import type { ResetReason } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { LiveEnvironment } from '../../environments/live-environment.ts'
import type { LoggedChange } from '../../runners/row-runner.ts'
import type { Judged } from '../judge/judge-change.ts'
import type { CallerTurns } from '../limits/caller-turns.ts'
import type { LiveConnection, RowSubscription } from '../live-connection.ts'
import type { LivePositions } from '../live-position.ts'
import type { LiveContext } from '../live-request.ts'
import type { LiveIndex } from './live-index.ts'
import type { ReadRows, RowDigests } from './read-rows.ts'

/** A change that a subscriber is sent. */
export interface SentChange extends Judged {
  readonly subscription: RowSubscription
  readonly change: LoggedChange
  /** The JSON of the row; undefined without one. */
  readonly text?: string | undefined
}

/** A change whose row the database has to answer; it also judges the row if nothing else did. */
export interface WantedChange {
  readonly change: LoggedChange
  readonly judged?: Judged | undefined
  /** Whether the rule let the subscriber see the row before; undefined if that is not known. */
  readonly wasAllowed?: boolean | undefined
}

/** Changes of one row that the database has to judge, or whose row it has to answer. */
export interface Wanted {
  readonly subscription: RowSubscription
  readonly rowId: string
  readonly auth: Data | null
  /** The columns of an answer if the log has all of them. */
  readonly columns: readonly string[] | undefined
  /** In order. */
  readonly changes: WantedChange[]
}

/** What deliveries of a process share. */
export interface Delivering {
  readonly context: LiveContext
  readonly positions: LivePositions
  readonly turns: CallerTurns
}

export interface Delivery extends Delivering {
  readonly environment: LiveEnvironment
  readonly epoch: string
  readonly changes: readonly LoggedChange[]
  /** The log has no further changes up to here. */
  readonly end: number
  /** Rows that were read, and those that are read now; undefined if later changes are read as well. */
  readonly readRows: ReadRows | undefined
  readonly digests: RowDigests
  /** Those that get the changes. */
  readonly index: LiveIndex
  /** The position up to which a subscription was sent the changes before. */
  readonly seenTo: (subscription: RowSubscription) => number
  /** Rows are sent as they are visible now: logged ones have values that were overwritten since. */
  readonly isOld: boolean
  /** Callers whose rows are read at the same time. */
  readonly concurrency: number
  /** Whether a connection may resume after these changes. */
  readonly canResume: (connection: LiveConnection) => boolean
  /** False once the positions of the environment have another epoch: nothing more is sent. */
  readonly isValid: () => boolean
  /** Whether a connection takes more now; what it does not take is not sent, and `onLeft` is called. */
  readonly takesMore: (connection: LiveConnection) => boolean
  /** The subscription was sent the changes up to a position only. */
  readonly onLeft: (subscription: RowSubscription, position: number) => void
  /** The changes up to a position were delivered. */
  readonly onDelivered: (position: number) => void
  /** Ends a subscription with an error, which is its own alone. */
  readonly fail: (subscription: RowSubscription, error: unknown) => void
  /** The client reads the rows again. */
  readonly reset: (subscription: RowSubscription, reason: ResetReason) => void
}
