import type { Readable } from 'node:stream'
import type { Access, Endpoint, EnvironmentName } from '@plinth/contract'
import type * as z from 'zod'
import type { AuditEntry } from '../../audit/audit-store.ts'
import type { ProjectAccess } from '../../callers/access-store.ts'
import type { KeyBearer } from '../../callers/api-key-store.ts'
import type { AppUser } from '../../callers/app-session-store.ts'
import type { Staff } from '../../callers/session-store.ts'
import type { Transaction } from '../../platform/database.ts'
import type { RequestTrace } from './request-trace.ts'

/** The caller that the token identifies. */
export type Caller =
  | { kind: 'guest' }
  | { kind: 'staff'; staff: Staff; tokenHash: Buffer }
  | { kind: 'user'; user: AppUser; tokenHash: Buffer }
  | { kind: 'key'; key: KeyBearer; tokenHash: Buffer }

export interface RequestInfo {
  id: string
  ip: string
  userAgent: string
  ifMatch: number | undefined
  /** The last event of a stream that the caller has seen. */
  lastEventId: string | undefined
  /** `Prefer: respond-async`: the caller does not want to wait for the result. */
  prefersAsync: boolean
  /** The requested host name, without port. */
  host: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The unread body of an endpoint that takes NDJSON. */
  lines: Readable | undefined
  /** Aborted when the caller disconnects, and after the answer was sent. */
  disconnected: AbortSignal
  /** Data for the request log. */
  trace: RequestTrace
}

/** The result of a mutation: its answer, and the audit row that is written in the same transaction. */
export interface Effect<Answer> {
  answer: Answer
  audit: AuditEntry
}

export type Mutate = <Answer>(
  effect: (transaction: Transaction) => Promise<Effect<Answer>>,
) => Promise<Answer>

type SignedIn = Exclude<Access, 'public' | 'caller' | 'rules' | 'user' | 'key'>
type InProject = Extract<Access, `project:${string}`>

/** A parsed and authorized request as its endpoint sees it. */
export type Call<E extends Endpoint> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType, infer Who>
    ? {
        params: z.output<P>
        query: z.output<Q>
        body: z.output<B>
        caller: Caller
        request: RequestInfo
        mutate: Mutate
      } & ([Who] extends [SignedIn] ? { staff: Staff } : unknown) &
        ([Who] extends ['user'] ? { user: AppUser; tokenHash: Buffer } : unknown) &
        ([Who] extends [InProject] ? { project: ProjectAccess } : unknown)
    : never

/** An answer that is JSON text already, built in the database. */
export class JsonText {
  readonly text: string
  /** Replaces the endpoint's own status. */
  readonly status: 201 | undefined

  constructor(text: string, status?: 201) {
    this.text = text
    this.status = status
  }
}

/** Accepted but not finished within the request: answered with 202. */
export class Accepted<Body = unknown> {
  readonly body: Body

  constructor(body: Body) {
    this.body = body
  }
}

/** One event of a stream; a caller sends its id to resume after it. */
export interface StreamEvent<Data = unknown> {
  id: string
  data: Data
}

/** An answer as server-sent events, until there are no more or the caller disconnects. */
export class EventStream {
  readonly open: (signal: AbortSignal) => AsyncIterable<StreamEvent>
  /** The environment whose data it sends; the stream ends for callers who may no longer read that. */
  readonly environment: EnvironmentName | undefined

  constructor(
    open: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
    environment?: EnvironmentName,
  ) {
    this.open = open
    this.environment = environment
  }
}

/** The open response of a {@link PushStream}. */
export interface EventSink {
  write(text: string): void
  /** Bytes that the caller has not read yet. */
  backlog(): number
  /** Counts these bytes, and closes the connection if they are too many; called at intervals. */
  count(): void
  /** Sends a last text and ends the response. */
  end(last: string): void
  /** Closes the connection of a caller that does not read. */
  cut(): void
}

/** An answer as server-sent events that the handler writes by itself, and whose rights it checks. */
export class PushStream {
  /** Called once; the result is called when the response has ended. */
  readonly open: (sink: EventSink) => () => void

  constructor(open: PushStream['open']) {
    this.open = open
  }
}

/** An answer that is a file download, streamed while it is produced. */
export class FileStream {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string>

  constructor({
    name,
    type,
    pieces,
  }: { name: string; type: string; pieces: AsyncIterable<string> }) {
    this.name = name
    this.type = type
    this.pieces = pieces
  }
}

export type Answer<E extends Endpoint> =
  | z.input<E['answer']>
  | JsonText
  | Accepted
  | EventStream
  | PushStream
  | FileStream
