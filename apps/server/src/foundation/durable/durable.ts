import type { OutboxEntry } from './outbox-store.ts'

/** The durable runtime as the rest of the server uses it. */
export interface Durable {
  /** Makes the relay dispatch the outbox now, after an entry was added. */
  wake(): void
  /** Dispatches one entry and waits for it to complete; false if it has not within the time limit. */
  finish(entry: OutboxEntry, withinMs: number): Promise<boolean>
  /** Dispatches one entry at once; if that fails, the relay retries. */
  start(entry: OutboxEntry): Promise<void>
  /** Wakes a run that waits for this awakeable; does nothing if it was resolved, or if the run has ended. */
  resolve(awakeable: string): Promise<void>
  /** Cancels the invocation of an entry. */
  cancel(entry: OutboxEntry): Promise<void>
  /** The ids of all runs with an unfinished invocation. */
  runsUnderWay(): Promise<Set<string>>
  /** The outbox ids of all tasks with an unfinished invocation. */
  tasksUnderWay(): Promise<Set<string>>
  /** The schedules that have a timer, as workflow/node. */
  scheduledKeys(): Promise<Set<string>>
  /** The runtime's version, and a reason if our handlers are not registered; rejects when it does not answer. */
  check(): Promise<{ version: string; reason?: string }>
  /** A reason if the runtime reaches no worker at the registered address; rejects when it does not answer. */
  checkWorkers(): Promise<{ reason?: string }>
}

/** The steps of a task handler. Each is journaled, so that a crash repeats only the last one. */
export interface Steps {
  invocationId: string
  /** Retries the step with exponential backoff, of at most so many milliseconds, until it succeeds. */
  untilDone(name: string, work: () => Promise<void>, longestPauseMs?: number): Promise<void>
}

/** The handler of one topic; it may be restarted at any step. */
export type TaskHandler = (key: string, steps: Steps) => Promise<void>
