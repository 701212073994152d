import type { JournaledOutcome, Outcome, Step } from '@plinth/engine'
import type { Transaction } from '../../../foundation/platform/database.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { RunEnd } from '../records/run-end-store.ts'
import { copySteps, openRunRecordStore, type RunRecordStore } from '../records/run-record-store.ts'
import type { FoundRun, StartState } from '../records/run-store.ts'
import {
  beginRecord,
  endRecord,
  fromRecord,
  hasNoEffect,
  type StepRecord,
  toRecord,
} from '../records/step-record.ts'
import { endFailedRun } from './end-failed-run.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** Steps that end sooner are never shown as running. */
const SHOW_RUNNING_MS = 60
const MAX_LOGS = 200
/** Manual runs are watched live, so their records are written sooner. */
const MANUAL_DELAY_MS = 50
const DELAY_MS = 500

const ENDED: Outcome = {
  status: 'failed',
  failure: { message: 'The run was ended before it started.', retry: false },
}

interface OpenedRun extends FoundRun {
  /** Aborted when this attempt at the run is over. */
  signal: AbortSignal
}

interface StepAttempt {
  step: Step
  attempt: number
}

/** A step that is being executed. */
interface BegunStep extends StepAttempt {
  signal: AbortSignal
  startedAt: Date
  logs: string[]
}

const nameOf = ({ step, attempt }: StepAttempt) => `${step.key} ${attempt}`

/** Opens what writes the records of this process's runs; call it once. */
export function openRunRecords(
  context: Pick<WorkflowsContext, 'db' | 'durable'>,
): (opened: OpenedRun) => RunRecords {
  const store = openRunRecordStore({
    db: context.db,
    onAdmitted: () => context.durable.wake(),
    endFailed: (end, writeRecords) => endFailedRun(context, end, writeRecords),
  })
  return (opened) => new RunRecords(store, opened)
}

/** Copies the records that a replay reuses to its run, which has not started. */
export function copyRecords(
  transaction: Transaction,
  copied: { from: string; to: string; keys: readonly string[] },
): Promise<void> {
  return copySteps(transaction, copied)
}

/**
 * Writes what one run leaves in the database while it executes: its start, its step records and its end. No other
 * module writes step records. A crash between any two writes is safe because of their order (PROTOCOL.md):
 *
 * 1. The start is written before the first step record; the end writes both where they are missing.
 * 2. Before a step with side effects, all deferred records and the start are written.
 * 3. A step with side effects is recorded before its journal entry, and one without after it.
 * 4. Deferred records are written before the run is shown as waiting, and at the latest with its end.
 */
export class RunRecords {
  readonly #store: RunRecordStore
  readonly #run: FoundRun['run']
  readonly #found: StartState
  readonly #signal: AbortSignal
  readonly #since = performance.now()
  #start: Promise<StartState> | undefined
  /** When steps started whose record is deferred. */
  readonly #startedAt = new Map<string, Date>()
  #deferred: { name: string; make: () => StepRecord }[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #executed: Promise<ReadonlySet<string>> | undefined

  constructor(store: RunRecordStore, { run, startState, signal }: OpenedRun) {
    this.#store = store
    this.#run = run
    this.#found = startState
    this.#signal = signal
  }

  /**
   * Prepares the execution of a step. Returns its outcome instead if an earlier attempt has recorded one, or if
   * the run has ended and the step would have an effect.
   */
  async begin(
    given: StepAttempt & { signal: AbortSignal },
  ): Promise<BegunStep | { outcome: Outcome }> {
    const { step, attempt, signal } = given
    const hasEffect = !hasNoEffect(step)
    // The start tells whether an earlier attempt may already have caused the effect.
    const state = hasEffect ? await this.flush() : this.#found
    if (hasEffect && state === 'ended') return { outcome: ENDED }
    // A replay starts with copied records of the earlier steps.
    if (state === 'resumed' || this.#run.replayFrom !== null) {
      const named = { runId: this.#run.id, key: step.key, attempt }
      const found = await retryWhileUnavailable(() => this.#store.findOutcome(named), signal)
      if (found) return { outcome: fromRecord(found) }
    }
    return { step, attempt, signal, startedAt: new Date(), logs: [] }
  }

  log({ logs }: BegunStep, line: string): void {
    if (logs.length < MAX_LOGS) logs.push(line)
  }

  /** Shows the step as running while `work` lasts, if that is long enough to be seen. */
  async showRunning<T>(begun: BegunStep, work: () => Promise<T>): Promise<T> {
    let shown: Promise<void> | undefined
    const timer = setTimeout(() => {
      shown = this.#write(this.#recordOf(begun)).catch(() => undefined)
    }, SHOW_RUNNING_MS)
    const result = await work().finally(() => clearTimeout(timer))
    await shown
    return result
  }

  /** Records the outcome of a step, unless `defer` does it after the journal entry. */
  async finish(
    begun: BegunStep,
    made: { outcome: Outcome; journaled: JournaledOutcome },
  ): Promise<void> {
    if (made.journaled.status !== 'on-record' && hasNoEffect(begun.step)) {
      this.#startedAt.set(nameOf(begun), begun.startedAt)
      return
    }
    const [outcome, endedAt] = [made.outcome, new Date()]
    const ended = endRecord(this.#recordOf(begun), { outcome, endedAt })
    await retryWhileUnavailable(() => this.#write(ended), begun.signal)
  }

  /**
   * Takes an outcome that the journal has, to write its record later, together with others. Idempotent: a
   * resumed run adds its journaled outcomes again, so a lost process loses none.
   */
  defer({ step, attempt, outcome }: StepAttempt & { outcome: Outcome }): void {
    if (!hasNoEffect(step)) return
    const name = nameOf({ step, attempt })
    const endedAt = new Date()
    const startedAt = this.#startedAt.get(name) ?? endedAt
    this.#startedAt.delete(name)
    const make = () => {
      const begun = beginRecord(this.#run.id, { step, attempt, startedAt })
      return endRecord(begun, { outcome, endedAt })
    }
    this.#deferred.push({ name, make })
    const delay = this.#run.trigger === 'manual' ? MANUAL_DELAY_MS : DELAY_MS
    this.#timer ??= setTimeout(() => void this.#writeDeferred().catch(() => undefined), delay)
  }

  /** Resolves when the start and all records deferred so far are written. */
  async flush(): Promise<StartState> {
    await this.#writeDeferred()
    return retryWhileUnavailable(() => this.#writeStart(), this.#signal)
  }

  /** A run is shown as waiting while all its branches wait. */
  async setWaiting(waits: boolean): Promise<void> {
    if (waits) await this.flush()
    await this.#store.setWaiting(this.#run.id, waits)
  }

  /** Replaces the recorded wait of a step by its final outcome. */
  async endWait({ key }: Step, outcome: Outcome): Promise<void> {
    const isOver = outcome.status === 'wait'
    const ended = toRecord(isOver ? { status: 'done', value: outcome.value } : outcome)
    const error = outcome.status === 'failed' ? outcome.failure.message : null
    await this.#store.endWait({ runId: this.#run.id, key, error, ...ended })
  }

  /** Ends the run and writes the records that are still missing; false if it had ended. */
  async end(end: Pick<RunEnd, 'status' | 'result' | 'error'>): Promise<boolean> {
    const records = await this.#takeDeferred()
    return this.#store.end({ ...end, id: this.#run.id, records, startedMsAgo: this.#elapsedMs })
  }

  /** Elapsed time instead of a timestamp, since the clocks of worker and database may differ. */
  get #elapsedMs(): number {
    return performance.now() - this.#since
  }

  async #writeStart(): Promise<StartState> {
    if (this.#found !== 'new') return this.#found
    this.#start ??= this.#store
      .start({ id: this.#run.id, forMs: this.#elapsedMs })
      .catch((error) => {
        this.#start = undefined
        throw error
      })
    return this.#start
  }

  async #write(record: StepRecord): Promise<void> {
    await this.#writeStart()
    await this.#store.write(record)
  }

  #recordOf({ logs, ...begun }: BegunStep): StepRecord {
    return { ...beginRecord(this.#run.id, begun), logs }
  }

  /** Waits for a write in progress, then returns the unwritten records for the caller to write. */
  async #takeDeferred(): Promise<StepRecord[]> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#writing
    const deferred = this.#deferred
    this.#deferred = []
    if (deferred.length === 0) return []
    const isFresh = this.#found === 'new' && this.#run.replayFrom === null
    if (!isFresh)
      this.#executed ??= retryWhileUnavailable(
        () => this.#store.listExecuted(this.#run.id),
        this.#signal,
      )
    const executed = await this.#executed
    return deferred.filter(({ name }) => !executed?.has(name)).map(({ make }) => make())
  }

  #writeDeferred(): Promise<void> {
    this.#writing = this.#takeDeferred().then(async (records) => {
      if (records.length === 0) return
      const write = () => Promise.all(records.map((record) => this.#write(record)))
      await retryWhileUnavailable(write, this.#signal)
    })
    return this.#writing
  }
}
