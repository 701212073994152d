import type { OutboxEntry } from './outbox-store.ts'

/** What the rest of the server knows of the durable engine. */
export interface Durable {
  /** Something was promised in the outbox just now: hand it over. */
  wake(): void
  /** Hands one promise over and waits for its run to end; false if it is still under way by then. */
  finish(entry: OutboxEntry, withinMs: number): Promise<boolean>
  /** Hands one promise over at once; what fails here is handed over later. */
  start(entry: OutboxEntry): Promise<void>
  /** Asks the run of a promise to end. */
  cancel(entry: OutboxEntry): Promise<void>
  /** The ids of all runs that the engine has not ended. */
  runsUnderWay(): Promise<Set<string>>
  /** The promises of all tasks that the engine has not ended, by their ids in the outbox. */
  tasksUnderWay(): Promise<Set<string>>
  /** The schedules for which the engine keeps a timer, as workflow/node. */
  schedulesKept(): Promise<Set<string>>
  /** Rejects when the engine does not answer or does not know our handlers yet. */
  check(): Promise<void>
}

/** How a handler does its work: each step is remembered, so that a crash repeats only the last one. */
export interface Steps {
  runId: string
  /** Repeats the step with growing pauses until it succeeds. */
  untilDone(name: string, work: () => Promise<void>): Promise<void>
}

/** The code behind one topic; it may be started again at any step. */
export type TaskHandler = (key: string, steps: Steps) => Promise<void>
