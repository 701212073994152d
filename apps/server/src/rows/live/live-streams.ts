import type { LiveSubscription, RowQuery } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import type { Caller, PushStream } from '../../foundation/http/calls/call.ts'
import type { EnvironmentKey } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'

/** Who opened a stream, as rules see the request for as long as it is open. */
export interface LiveCaller {
  readonly caller: Caller
  readonly headers: Data
  readonly query: RowQuery
  /** The origin of the page that opened it, if another origin's page did and was allowed. */
  readonly origin: string | undefined
}

/** A stream to open. */
export interface NewStream {
  readonly key: EnvironmentKey
  readonly environment: LiveEnvironment
  readonly live: LiveCaller
  readonly ip: string
  readonly asked: readonly LiveSubscription[]
  /** The position after which subscriptions resume that name none. */
  readonly after: string | undefined
}

/** A change of the subscriptions of a stream, by an admitted caller. */
export interface SubscriptionChange extends EnvironmentKey {
  readonly environmentId: string
  readonly connectionId: string
  /** The caller as `identityOf` names it. */
  readonly identity: string
  /** Whom limits count the caller for, as `holderOf` names it. */
  readonly holder: string
  readonly subscribe: readonly LiveSubscription[]
  readonly unsubscribe: readonly string[]
}

/** What streams of an environment use. */
interface LiveUsage {
  readonly connections: number
  readonly subscriptions: number
  readonly lagMilliseconds: number
}

/** Streams of changes, as their endpoints use them. */
export interface LiveStreams {
  /** Counts a stream and returns its answer. Throws 429 if there are too many, and 4xx for invalid subscriptions. */
  open(stream: NewStream): PushStream
  /** Changes a stream of any process. Throws 404 if none has it for this caller. */
  change(change: SubscriptionChange): Promise<void>
  /** Of all processes that answer in time. */
  usageOf(environmentId: string): Promise<LiveUsage>
  close(): Promise<void>
}
