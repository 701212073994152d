import type { Json } from './json.ts'

export interface Failure {
  message: string
  /** Whether trying again could help. */
  retry: boolean
}

/** What came of a node, as plain data: it is kept in the journal. */
export type Outcome =
  | { status: 'done'; value: Json; outputs?: string[] }
  | { status: 'wait'; ms: number; value: Json }
  | { status: 'items'; items: Json[]; atOnce: number; onFailure: 'stop' | 'continue' }
  | { status: 'call'; workflow: string; input: Json }
  | { status: 'respond'; value: Json; code: number; headers: { [name: string]: string } }
  | { status: 'failed'; failure: Failure }

/** What a turn waits for, apart from its value. */
export type Awaiting = { status: 'wait'; ms: number } | { status: 'call'; workflow: string }

/**
 * What is kept in the journal of an outcome: one that is too large is found on record. The record changes once what
 * was waited for has come, so what that was stays in the journal.
 */
export type JournaledOutcome = Outcome | { status: 'on-record'; awaiting?: Awaiting }
