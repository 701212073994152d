import { type JournaledOutcome, type Outcome, Scheduler, type Step } from '@plinth/engine'
import * as restate from '@restatedev/restate-sdk'
import { type CallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import { type Arrival, failed, type Pending, type StepAttempt, toEnding } from './run-arrival.ts'
import type { LoadedRun, RunEnding, RunHost } from './run-host.ts'
import { bodyOf, signTarget, targetOf } from './runtime-target.ts'

/** Also applies where `timeout` is 0. */
const MAX_RUN_MS = 30 * 24 * 3_600_000

interface RunOnHost {
  runId: string
  run: LoadedRun
  host: RunHost
  signer: CallSigner
}

const targetOfRun = (runId: string) => targetOf({ id: '', topic: 'run', key: runId })

/** Executes one run: keeps the set of pending steps and races them for the next arrival. */
class RunExecution {
  readonly #ctx: restate.Context
  readonly #runId: string
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
  #limit: restate.RestatePromise<Arrival> | undefined

  constructor(ctx: restate.Context, { runId, ...of }: RunOnHost) {
    this.#ctx = ctx
    this.#runId = runId
    this.#host = of.host
    this.#run = of.run
    this.#signer = of.signer
    const { timeout } = of.run.settings.execution
    this.#timeLimitMs = timeout > 0 ? Math.min(timeout * 1000, MAX_RUN_MS) : MAX_RUN_MS
    this.#scheduler = new Scheduler(of.run.plan, of.run.settings, of.run.payload)
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
    const executed = this.#ctx.run<JournaledOutcome>(
      `${step.key} ${attempt}`,
      () =>
        this.#run.executeStep({ scheduler: this.#scheduler, step, attempt, signal: this.#signal }),
      { maxRetryAttempts: 1 },
    )
    this.#add(
      executed.map((outcome, failure): Arrival => {
        if (failure instanceof restate.CancelledError) throw failure
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
          .sleep(outcome.ms)
          .map((): Arrival => ({ kind: 'waited', step, attempt, outcome })),
        true,
      )
    } else if (outcome.status === 'call') this.#call(arrived, outcome)
    else this.#close(arrived)
  }

  /** Finishes a step, or schedules its next attempt. */
  #close({ step, attempt, outcome }: StepAttempt & { outcome: Outcome }): void {
    const pause =
      outcome.status === 'failed' ? this.#scheduler.retryAfter(outcome.failure, attempt) : undefined
    if (pause === undefined || !this.#scheduler.isRelevant(step))
      this.#scheduler.finish(step, outcome)
    else {
      const again: Arrival = { kind: 'again', step, attempt: attempt + 1 }
      this.#add(
        this.#ctx.sleep(pause).map(() => again),
        true,
      )
    }
  }

  /** Creates the run of the called workflow; it is started once the journal has its id. */
  #call(
    { step, attempt }: StepAttempt,
    { workflow, input }: Extract<Outcome, { status: 'call' }>,
  ): void {
    const call = { step, attempt, workflow, input, signal: this.#signal }
    const created = this.#ctx.run(`${step.key} ${attempt} call`, async () => {
      const called = await this.#host.startCall(this.#runId, call)
      // The journal stores the signature, so that a replay makes the same call.
      return 'runId' in called
        ? { ...called, signature: signTarget(this.#signer, targetOfRun(called.runId)).signature }
        : called
    })
    this.#add(
      created.map((called, failure): Arrival => {
        if (failure || !called)
          throw failure ?? new restate.TerminalError('run: call without a run id')
        if ('runId' in called) return { kind: 'called', step, attempt, workflow, ...called }
        const outcome = failed(called.refusal)
        return { kind: 'waited', step, attempt, outcome }
      }),
    )
  }

  #awaitCalled(called: Extract<Arrival, { kind: 'called' }>): void {
    const { runId, signature } = called
    this.#calledRuns.add(runId)
    const { body, ...target } = targetOfRun(runId)
    const ended = this.#ctx.genericCall({
      ...target,
      headers: signature === undefined ? {} : { [SIGNATURE_HEADER]: signature },
      parameter: Buffer.from(bodyOf({ ...target, body })),
    })
    this.#add(
      ended.map((_, failure): Arrival => {
        if (failure instanceof restate.CancelledError) throw failure
        return { ...called, kind: 'answered' }
      }),
      true,
    )
  }

  #readAnswer({ step, attempt, runId, workflow }: Extract<Arrival, { kind: 'answered' }>): void {
    this.#calledRuns.delete(runId)
    const ended = this.#ctx.run(`${step.key} ${attempt} answer`, () =>
      this.#host.endCall(this.#runId, { step, called: runId, workflow, signal: this.#signal }),
    )
    this.#add(
      ended.map((outcome, failure): Arrival => {
        if (failure || !outcome)
          throw failure ?? new restate.TerminalError('run: called run without an outcome')
        return { kind: 'waited', step, attempt, outcome }
      }),
    )
  }

  /** Cancels called runs that have not ended. */
  async cancelCalled(): Promise<void> {
    await this.#host.cancelCalls([...this.#calledRuns])
  }

  /** Outcomes too large for the journal are read from the step's record, which never changes. */
  async #fullOutcome({ step, attempt, outcome }: StepAttempt & { outcome: JournaledOutcome }) {
    if (outcome.status !== 'on-record') return outcome
    const { awaiting } = outcome
    return this.#host.readOutcome(this.#runId, { key: step.key, attempt, awaiting })
  }

  /** A run is shown as waiting while all its branches wait. */
  async #saveWaiting(): Promise<void> {
    const waits = [...this.#pending].every(({ isWait }) => isWait)
    if (waits === this.#isWaiting) return
    this.#isWaiting = waits
    if (waits) await this.#run.flush()
    await this.#host.setWaiting(this.#runId, waits)
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
          return { status: 'failed', result: {}, error: { node: '', message } }
        }
        if (arrival.kind === 'outcome') {
          const outcome = await this.#fullOutcome(arrival)
          if (arrival.outcome.status !== 'on-record') this.#run.deferRecord({ ...arrival, outcome })
          this.#handle({ ...arrival, outcome })
        } else if (arrival.kind === 'called') this.#awaitCalled(arrival)
        else if (arrival.kind === 'answered') this.#readAnswer(arrival)
        else if (arrival.kind === 'again') {
          if (this.#scheduler.isRelevant(arrival.step)) this.#execute(arrival.step, arrival.attempt)
        } else {
          const outcome = await this.#fullOutcome(arrival)
          await this.#host.endStep(this.#runId, arrival.step, outcome)
          this.#close({ ...arrival, outcome })
        }
      }
    } finally {
      this.#stop.abort()
    }
  }
}

/** Executes a run to its end; survives the loss of any process on the way. */
export async function executeRun(ctx: restate.Context, { run, ...of }: RunOnHost): Promise<void> {
  const execution = new RunExecution(ctx, { ...of, run })
  let ending: RunEnding
  try {
    ending = await execution.run()
  } catch (error) {
    if (!(error instanceof restate.CancelledError)) throw error
    ending = { status: 'cancelled' }
  }
  await run.end(ending)
  await execution.cancelCalled()
}
