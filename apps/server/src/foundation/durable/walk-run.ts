import { type JournaledOutcome, type Outcome, Scheduler, type Step } from '@plinth/engine'
import * as restate from '@restatedev/restate-sdk'
import { type CallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import { bodyOf, signTarget, targetOf } from './engine-target.ts'
import type { RunEnding, RunToWalk, RunWorld } from './run-world.ts'
import { type Arrival, failed, type Pending, type Place, toEnding } from './walk-arrival.ts'

/** `timeout` 0 means this. */
const LONGEST_RUN_MS = 30 * 24 * 3_600_000

interface RunOfWorld {
  runId: string
  run: RunToWalk
  world: RunWorld
  signer: CallSigner
}

const targetOfRun = (runId: string) => targetOf({ id: '', topic: 'run', key: runId })

/** One walk through a graph: a set of turns under way, and a race for the next that is over. */
class RunWalk {
  readonly #ctx: restate.Context
  readonly #runId: string
  readonly #world: RunWorld
  readonly #run: RunToWalk
  readonly #signer: CallSigner
  readonly #walk: Scheduler
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal
  readonly #timeLimitMs: number
  readonly #pending = new Set<Pending>()
  /** Runs of other workflows that this one waits for. */
  readonly #called = new Set<string>()
  #isWaiting = false
  #limit: restate.RestatePromise<Arrival> | undefined

  constructor(ctx: restate.Context, { runId, ...of }: RunOfWorld) {
    this.#ctx = ctx
    this.#runId = runId
    this.#world = of.world
    this.#run = of.run
    this.#signer = of.signer
    const { timeout } = of.run.settings.execution
    this.#timeLimitMs = timeout > 0 ? Math.min(timeout * 1000, LONGEST_RUN_MS) : LONGEST_RUN_MS
    this.#walk = new Scheduler(of.run.plan, of.run.settings, of.run.payload)
    this.#signal = AbortSignal.any([this.#stop.signal, ctx.request().attemptCompletedSignal])
  }

  /** Nodes end by themselves: only waits need the instance's maximum, and a timer of it costs every run. */
  #startLimit(): void {
    this.#limit ??= this.#ctx.sleep(this.#timeLimitMs).map((): Arrival => ({ kind: 'timeout' }))
  }

  #add(promise: restate.RestatePromise<Arrival>, isWait = false): void {
    if (isWait) this.#startLimit()
    const pending: Pending = {
      isWait,
      promise: promise.map((arrival, failure) => {
        if (failure || !arrival) throw failure ?? new restate.TerminalError('nothing arrived')
        this.#pending.delete(pending)
        return arrival
      }),
    }
    this.#pending.add(pending)
  }

  #take(turn: Step, attempt: number): void {
    const step = this.#ctx.run<JournaledOutcome>(
      `${turn.key} ${attempt}`,
      () => this.#run.take({ walk: this.#walk, turn, attempt, signal: this.#signal }),
      { maxRetryAttempts: 1 },
    )
    this.#add(
      step.map((outcome, failure): Arrival => {
        if (failure instanceof restate.CancelledError) throw failure
        return {
          kind: 'outcome',
          turn,
          attempt,
          outcome: outcome ?? failed(failure?.message ?? 'The node was lost.'),
        }
      }),
    )
  }

  /** Takes every turn that can be taken now; what is certain from the start is over at once. */
  #takeNext(): void {
    for (let turns = this.#walk.next(); turns.length > 0; turns = this.#walk.next()) {
      for (const turn of turns) {
        const outcome = this.#run.known(turn)
        if (outcome === undefined) this.#take(turn, 1)
        else {
          this.#run.note({ turn, attempt: 1, outcome })
          this.#close({ turn, attempt: 1, outcome })
        }
      }
    }
  }

  /** Decides what an outcome means: the end of its turn, a wait, or another attempt. */
  #handle(arrived: Place & { outcome: Outcome }): void {
    const { turn, attempt, outcome } = arrived
    if (outcome.status === 'wait') {
      this.#add(
        this.#ctx
          .sleep(outcome.ms)
          .map((): Arrival => ({ kind: 'waited', turn, attempt, outcome })),
        true,
      )
    } else if (outcome.status === 'call') this.#call(arrived, outcome)
    else this.#close(arrived)
  }

  /** A turn is over, or is taken again after a pause. */
  #close({ turn, attempt, outcome }: Place & { outcome: Outcome }): void {
    const pause =
      outcome.status === 'failed' ? this.#walk.retryAfter(outcome.failure, attempt) : undefined
    if (pause === undefined || !this.#walk.isRelevant(turn)) this.#walk.finish(turn, outcome)
    else {
      const again: Arrival = { kind: 'again', turn, attempt: attempt + 1 }
      this.#add(
        this.#ctx.sleep(pause).map(() => again),
        true,
      )
    }
  }

  /** Writes the other workflow's run down; only then it is started. */
  #call({ turn, attempt }: Place, { workflow, input }: Extract<Outcome, { status: 'call' }>): void {
    const asked = { turn, attempt, workflow, input, signal: this.#signal }
    const step = this.#ctx.run(`${turn.key} ${attempt} call`, async () => {
      const called = await this.#world.startCall(this.#runId, asked)
      // The journal holds the signature, so that a replay makes the same call.
      return 'runId' in called
        ? { ...called, signature: signTarget(this.#signer, targetOfRun(called.runId)).signature }
        : called
    })
    this.#add(
      step.map((called, failure): Arrival => {
        if (failure || !called) throw failure ?? new restate.TerminalError('no run was called')
        if ('runId' in called) return { kind: 'called', turn, attempt, workflow, ...called }
        const outcome = failed(called.refusal)
        return { kind: 'waited', turn, attempt, outcome }
      }),
    )
  }

  #awaitCalled(called: Extract<Arrival, { kind: 'called' }>): void {
    const { runId, signature } = called
    this.#called.add(runId)
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

  #readAnswer({ turn, attempt, runId, workflow }: Extract<Arrival, { kind: 'answered' }>): void {
    this.#called.delete(runId)
    const step = this.#ctx.run(`${turn.key} ${attempt} answer`, () =>
      this.#world.answerCall(this.#runId, { turn, called: runId, workflow, signal: this.#signal }),
    )
    this.#add(
      step.map((outcome, failure): Arrival => {
        if (failure || !outcome) throw failure ?? new restate.TerminalError('no answer')
        return { kind: 'waited', turn, attempt, outcome }
      }),
    )
  }

  /** Nobody waits any more for what was called and has not ended. */
  async stopCalled(): Promise<void> {
    await this.#world.stopCalls([...this.#called])
  }

  /** What the journal is too small for is read again from the record, whose values never change. */
  async #whole({ turn, attempt, outcome }: Place & { outcome: JournaledOutcome }) {
    if (outcome.status !== 'on-record') return outcome
    const { awaiting } = outcome
    return this.#world.readOutcome(this.#runId, { key: turn.key, attempt, awaiting })
  }

  /** A run of which every branch waits is shown as waiting. */
  async #tellWaiting(): Promise<void> {
    const waits = [...this.#pending].every(({ isWait }) => isWait)
    if (waits === this.#isWaiting) return
    this.#isWaiting = waits
    if (waits) await this.#run.settle()
    await this.#world.setWaiting(this.#runId, waits)
  }

  async run(): Promise<RunEnding> {
    if (this.#run.settings.execution.timeout > 0) this.#startLimit()
    try {
      for (;;) {
        this.#takeNext()
        if (this.#walk.ending) return toEnding(this.#walk.ending)
        await this.#tellWaiting()
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
          const outcome = await this.#whole(arrival)
          if (arrival.outcome.status !== 'on-record') this.#run.note({ ...arrival, outcome })
          this.#handle({ ...arrival, outcome })
        } else if (arrival.kind === 'called') this.#awaitCalled(arrival)
        else if (arrival.kind === 'answered') this.#readAnswer(arrival)
        else if (arrival.kind === 'again') {
          if (this.#walk.isRelevant(arrival.turn)) this.#take(arrival.turn, arrival.attempt)
        } else {
          const outcome = await this.#whole(arrival)
          await this.#world.endTurn(this.#runId, arrival.turn, outcome)
          this.#close({ ...arrival, outcome })
        }
      }
    } finally {
      this.#stop.abort()
    }
  }
}

/** Walks a run to its one end, whatever is killed on the way. */
export async function walkRun(ctx: restate.Context, { run, ...of }: RunOfWorld): Promise<void> {
  const walk = new RunWalk(ctx, { ...of, run })
  let ending: RunEnding
  try {
    ending = await walk.run()
  } catch (error) {
    if (!(error instanceof restate.CancelledError)) throw error
    ending = { status: 'cancelled' }
  }
  await run.end(ending)
  await walk.stopCalled()
}
