import type { ApprovalField } from '@plinth/contract'
import type { Json } from './json.ts'

export interface Failure {
  message: string
  /** Whether a retry can succeed. */
  retry: boolean
}

interface Wait {
  status: 'wait'
  ms: number
  /** When it ends, in milliseconds since 1970; missing in journals and records of release 0.2.0. */
  until?: number
}

/** What people are asked to decide. */
export interface ApprovalRequest {
  title: string
  details: string
  fields: ApprovalField[]
  /** Emails or ids of members, or entries with the prefixes `role:`, `link:`, `users:`, `user:` and `url:`. */
  approvers: string[]
  mode: 'any' | 'all' | 'quorum'
  quorum: number
  deadlineMs: number
  /** Who decides after the deadline; empty: the approval expires. */
  escalation: string[]
  /** When the approvers are reminded; undefined: never. */
  reminderMs?: number
  /** What must be true of an app user who decides; undefined: none may. */
  appRule?: string
  /** Approvers may decide it together with others, without opening it. */
  bulk?: true
}

/** Result of a node execution. Plain data, because it is written to the journal. */
export type Outcome =
  | { status: 'done'; value: Json; outputs?: string[] }
  | (Wait & { value: Json })
  | { status: 'items'; items: Json[]; atOnce: number; onFailure: 'stop' | 'continue' }
  | { status: 'call'; workflow: string; input: Json }
  | { status: 'approval'; request: ApprovalRequest }
  | { status: 'respond'; value: Json; code: number; headers: { [name: string]: string } }
  | { status: 'failed'; failure: Failure }

/** What a suspended step waits for. */
export type Awaiting = Wait | { status: 'call'; workflow: string }

/**
 * An outcome as journaled. Large outcomes are stored in the step record only. The record is overwritten when the
 * wait ends, so the journal keeps what the step waits for.
 */
export type JournaledOutcome = Outcome | { status: 'on-record'; awaiting?: Awaiting }
