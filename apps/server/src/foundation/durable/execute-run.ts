import {
  type Ending,
  type JournaledOutcome,
  type Outcome,
  Scheduler,
  type Step,
} from '@plinth/engine'
import * as restate from '@restatedev/restate-sdk'
import { askForApproval, awaitDecision } from './ask-for-approval.ts'
import { awaitCalled, createCalled, readAnswer } from './call-run.ts'
import type { CallSigner } from './call-signer.ts'
import { type Arrival, failed, type Pending, type StepAttempt } from './run-arrival.ts'
import {
  type LoadedRun,
  type RunEnding,
  type RunHost,
  type StepResult,
  UnreadableRun,
} from './run-host.ts'

/** Also applies where `timeout` is 0. */
const MAX_RUN_MS = 30 * 24 * 3_600_000

/** Pauses of a run in a stopped project: a quarter of the time so far, so that it goes on soon after. */
const STOP_PAUSE_MS = 1_000
const MAX_STOP_PAUSE_MS = 600_000
const stopPause = (pauses: number) => Math.min(STOP_PAUSE_MS * 1.25 ** pauses, MAX_STOP_PAUSE_MS)

/** What is left of a wait: a worker may have been away between the node and its timer. */
const restOf = ({ ms, until = Date.now() + ms }: { ms: number; until?: number }) =>
  Math.min(ms, Math.max(0, until - Date.now()))

interface RunOnHost {
  run: LoadedRun
  host: RunHost
  signer: CallSigner
}

/** The end of a run that fails for a reason outside its nodes. */
const failedRun = (message: string): RunEnding => ({
  status: 'failed',
  result: {},
  error: { node: '', message },
})

function toEnding(ending: Ending): RunEnding {
  if (ending.status === 'succeeded') return ending
  const { result, node, message } = ending
  return { status: 'failed', result, error: { node, message } }
}

/** Executes one run: keeps the set of pending steps and races them for the next arrival. */
class RunExecution {
  readonly #ctx: restate.Context
  readonly #host: RunHost
  readonly #run: LoadedRun
  readonly #signer: CallSigner
  readonly #scheduler: Scheduler
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  readonly #timeLimitMs: number
  readonly #pending = new Set<Pending>()
  /** Called runs of other workflows that have not ended yet. */
  readonly #calledRuns = new Set<string>()
  #isWaiting = false
  /** Pauses since the last step that was executed, because the project is stopped. */
  #stopPauses = 0
  #limit: restate.RestatePromise<Arrival> | undefined

  constructor(ctx: restate.Context, { run, host, signer }: RunOnHost) {
    this.#ctx = ctx
    this.#host = host
    this.#run = run
    this.#signer = signer
    const { timeout } = run.settings.execution
    this.#timeLimitMs = timeout > 0 ? Math.min(timeout * 1000, MAX_RUN_MS) : MAX_RUN_MS
    this.#scheduler = new Scheduler(run.plan, run.settings, run.payload)
    this.#signal = AbortSignal.any([this.#stop.signal, ctx.request().attemptCompletedSignal])
  }

  /**
   * Nodes have their own time limits, so only waits need the run's maximum; a timer for every run would be
   * costly.
   */
  #startLimit(): void {
    this.#limit ??= this.#ctx.sleep(this.#timeLimitMs).map((): Arrival => ({ kind: 'timeout' }))
  }

  #add(promise: restate.RestatePromise<Arrival>, isWait = false): void {
    if (isWait) this.#startLimit()
    const pending: Pending = {
      isWait,
      promise: promise.map((arrival, failure) => {
        if (failure || !arrival)
          throw failure ?? new restate.TerminalError('run: arrival without a value')
        this.#pending.delete(pending)
        return arrival
      }),
    }
    this.#pending.add(pending)
  }

  #execute(step: Step, attempt: number): void {
    const executed = this.#ctx.run<StepResult>(
      `${step.key} ${attempt}`,
      () =>
        this.#run.executeStep({ scheduler: this.#scheduler, step, attempt, signal: this.#signal }),
      { maxRetryAttempts: 1 },
    )
    this.#add(
      executed.map((outcome, failure): Arrival => {
        if (failure instanceof restate.CancelledError) throw failure
        if (outcome?.status === 'stopped') return { kind: 'stopped', step, attempt }
        return {
          kind: 'outcome',
          step,
          attempt,
          outcome: outcome ?? failed(failure?.message ?? 'The node was lost.'),
        }
      }),
    )
  }

  /** Starts every step that is ready; steps with a known outcome are closed at once. */
  #executeReady(): void {
    for (let steps = this.#scheduler.next(); steps.length > 0; steps = this.#scheduler.next()) {
      for (const step of steps) {
        const outcome = this.#run.knownOutcome(step)
        if (outcome === undefined) this.#execute(step, 1)
        else {
          this.#run.deferRecord({ step, attempt: 1, outcome })
          this.#close({ step, attempt: 1, outcome })
        }
      }
    }
  }

  /** Decides what an outcome means: the end of its step, a wait, a call, or another attempt. */
  #handle(arrived: StepAttempt & { outcome: Outcome }): void {
    const { step, attempt, outcome } = arrived
    if (outcome.status === 'wait') {
      this.#add(
        this.#ctx
          .sleep(restOf(outcome))
          .map((): Arrival => ({ kind: 'waited', step, attempt, outcome })),
        true,
      )
    } else if (outcome.status === 'call')
      this.#add(createCalled(this.#caller, { step, attempt, outcome }))
    else if (outcome.status === 'approval')
      this.#add(askForApproval(this.#caller, { step, attempt, outcome }))
    else this.#close(arrived)
  }

  /** Finishes a step, or schedules its next attempt. */
  #close({ step, attempt, outcome }: StepAttempt & { outcome: Outcome }): void {
    const pause =
      outcome.status === 'failed' ? this.#scheduler.retryAfter(outcome.failure, attempt) : undefined
    if (pause === undefined || !this.#scheduler.isRelevant(step))
      this.#scheduler.finish(step, outcome)
    else this.#executeAfter(pause, { step, attempt: attempt + 1 })
  }

  /** Sleeps durably, then executes the attempt. */
  #executeAfter(ms: number, { step, attempt }: StepAttempt): void {
    const again: Arrival = { kind: 'again', step, attempt }
    this.#add(
      this.#ctx.sleep(ms).map(() => again),
      true,
    )
  }

  get #caller() {
    return { ctx: this.#ctx, run: this.#run, signer: this.#signer, signal: this.#signal }
  }

  /** Cancels called runs that have not ended. */
  async cancelCalled(): Promise<void> {
    await this.#host.cancelCalls([...this.#calledRuns])
  }

  /** Outcomes too large for the journal are read from the step's record, which never changes. */
  async #fullOutcome({ step, attempt, outcome }: StepAttempt & { outcome: JournaledOutcome }) {
    if (outcome.status !== 'on-record') return outcome
    const { awaiting } = outcome
    return this.#run.readOutcome({ key: step.key, attempt, awaiting })
  }

  /** A run is shown as waiting while all its branches wait. */
  async #saveWaiting(): Promise<void> {
    const waits = [...this.#pending].every(({ isWait }) => isWait)
    if (waits === this.#isWaiting) return
    this.#isWaiting = waits
    await this.#run.setWaiting(waits)
  }

  async run(): Promise<RunEnding> {
    if (this.#run.settings.execution.timeout > 0) this.#startLimit()
    try {
      for (;;) {
        this.#executeReady()
        if (this.#scheduler.ending) return toEnding(this.#scheduler.ending)
        await this.#saveWaiting()
        const running = [...this.#pending].map(({ promise }) => promise)
        if (this.#limit) running.push(this.#limit)
        const [only] = running
        const isAlone = only !== undefined && running.length === 1
        const arrival = await (isAlone ? only : restate.RestatePromise.race(running))
        if (arrival.kind === 'timeout') {
          const message = `The run took longer than ${this.#timeLimitMs / 1000} seconds.`
          return failedRun(message)
        }
        if (arrival.kind === 'stopped') {
          this.#executeAfter(stopPause(this.#stopPauses), arrival)
          this.#stopPauses += 1
        } else if (arrival.kind === 'outcome') {
          this.#stopPauses = 0
          const outcome = await this.#fullOutcome(arrival)
          // An outcome that is on record was written before its journal entry.
          if (arrival.outcome.status !== 'on-record') this.#run.deferRecord({ ...arrival, outcome })
          this.#handle({ ...arrival, outcome })
        } else if (arrival.kind === 'called') {
          this.#calledRuns.add(arrival.runId)
          this.#add(awaitCalled(this.#caller, arrival), true)
        } else if (arrival.kind === 'answered') {
          this.#calledRuns.delete(arrival.runId)
          this.#add(readAnswer(this.#caller, arrival))
        } else if (arrival.kind === 'asked') this.#add(awaitDecision(arrival), true)
        else if (arrival.kind === 'decided') this.#add(askForApproval(this.#caller, arrival))
        else if (arrival.kind === 'again') {
          if (this.#scheduler.isRelevant(arrival.step)) this.#execute(arrival.step, arrival.attempt)
        } else {
          const outcome = await this.#fullOutcome(arrival)
          await this.#run.endStep(arrival.step, outcome)
          this.#close({ ...arrival, outcome })
        }
      }
    } finally {
      this.#stop.abort()
    }
  }
}

/** Executes a run to its end; survives the loss of any process on the way. */
export async function executeRun(ctx: restate.Context, given: RunOnHost): Promise<void> {
  const execution = new RunExecution(ctx, given)
  let ending: RunEnding
  try {
    ending = await execution.run()
  } catch (error) {
    if (error instanceof restate.CancelledError) ending = { status: 'cancelled' }
    else if (error instanceof UnreadableRun) ending = failedRun(error.message)
    else throw error
  }
  await given.run.end(ending)
  await execution.cancelCalled()
}
