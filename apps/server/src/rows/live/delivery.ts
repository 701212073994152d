import type { ResetReason } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { LoggedChange } from '../runners/row-runner.ts'
import type { Judged } from './judge/judge-change.ts'
import type { LiveConnection, RowSubscription } from './live-connection.ts'
import type { LiveIndex } from './live-index.ts'
import type { LivePositions } from './live-position.ts'
import type { LiveContext } from './live-request.ts'

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
  /** In order. */
  readonly changes: WantedChange[]
}

export interface Delivery {
  readonly context: LiveContext
  readonly environment: LiveEnvironment
  readonly epoch: string
  readonly positions: LivePositions
  readonly changes: readonly LoggedChange[]
  /** Those that get the changes. */
  readonly index: LiveIndex
  /** Whether a connection may resume after these changes. */
  readonly canResume: (connection: LiveConnection) => boolean
  /** Ends a subscription with an error, which is its own alone. */
  readonly fail: (subscription: RowSubscription, error: unknown) => void
  /** The client reads the rows again. */
  readonly reset: (subscription: RowSubscription, reason: ResetReason) => void
}
