import {
  findDanger,
  type Json,
  NodeFailure,
  type ScriptAnswer,
  type ScriptJob,
} from '@plinth/engine'
import type { Logger } from 'pino'
import * as z from 'zod'
import { FairQueue } from '../../foundation/concurrency/fair-queue.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { findJailProblem, type JailOptions } from './runner-command.ts'
import { JobEnded, RunnerProcess } from './runner-process.ts'

const MAX_ANSWER = 6 * 1024 * 1024
/** One more than a project may use, so that endless scripts of one never delay another's. */
const PROCESSES = 3
const MAX_PER_PROJECT = 2
/** Started for the tests of deploys only, which other scripts must not delay. */
export const GATE_RUNNERS = 2
/** Previews of one project that wait. */
const MAX_WAITING = 20

const tooManyScripts = (seconds: number) =>
  new ApiError(
    'rate_limited',
    'Too many previews of this project are waiting. Try again shortly.',
    { retryAfterSeconds: seconds },
  )

/** On whose behalf a script runs. */
interface ScriptCaller {
  readonly projectId: string
  /** Ends the wait for a runner. */
  readonly signal?: AbortSignal
  /** Refused with 429 if too many wait; a run's scripts wait, because its steps are limited. */
  readonly isPreview?: boolean
  /** Runs in a runner of its own kind; the caller runs no more of them than {@link GATE_RUNNERS} at once. */
  readonly isGate?: boolean
}

/** Processes and jobs now, and jobs since the start: returned, failed by their own error, killed at a limit. */
interface ScriptRunnerState {
  readonly processes: number
  readonly running: number
  readonly waiting: number
  readonly ended: { readonly done: number; readonly failed: number; readonly killed: number }
}

/** Runs user code, never in this process. */
export interface ScriptRunner {
  readonly state: ScriptRunnerState
  run(job: ScriptJob, caller: ScriptCaller): Promise<ScriptAnswer>
  /** Why this system cannot run scripts, if it cannot. */
  readonly problem: string | undefined
  close(): Promise<void>
}

const Answer = z.object({
  value: z.custom<Json>().optional(),
  error: z.unknown().optional(),
  logs: z.array(z.unknown()).catch([]),
})

/** User code can influence the reply, so it is validated. */
function readAnswer(text: string): ScriptAnswer {
  if (text.length > MAX_ANSWER) throw new NodeFailure('The result is larger than 4 MB.')
  const { value = null, error, logs: lines } = readStored(Answer, text, 'answer of a script')
  const logs = lines.map(String)
  if (error !== undefined) throw new NodeFailure(`The script failed: ${error}`, { logs })
  const danger = findDanger(value)
  if (danger) throw new NodeFailure(`The script's result cannot be used. ${danger}`)
  return { value, logs }
}

interface IdleRunner {
  readonly runner: RunnerProcess
  /** Whose job it ran last. */
  readonly projectId: string
}

/** Supervised runners that projects share fairly; a killed one is replaced when it is needed. */
export function openRunner(facts: JailOptions, log: Pick<Logger, 'debug'>): ScriptRunner {
  const idle: IdleRunner[] = []
  const all = new Set<RunnerProcess>()
  const queue = new FairQueue({
    slots: PROCESSES,
    maxPerKey: MAX_PER_PROJECT,
    maxWaiting: MAX_WAITING,
    refuse: tooManyScripts,
  })
  const gates = new FairQueue({
    slots: GATE_RUNNERS,
    maxWaiting: MAX_WAITING,
    refuse: tooManyScripts,
  })
  const ended = { done: 0, failed: 0, killed: 0 }
  let isClosed = false

  function drop(runner: RunnerProcess): void {
    all.delete(runner)
    runner.kill()
  }

  /** An idle one of the same project first, so that a project whose scripts are killed waits for the replacement itself. */
  function findIdle(projectId: string): RunnerProcess | undefined {
    for (const each of idle.filter(({ runner }) => runner.isDead)) {
      idle.splice(idle.indexOf(each), 1)
      drop(each.runner)
    }
    const own = idle.findIndex((each) => each.projectId === projectId)
    if (own < 0 && all.size < PROCESSES) return undefined
    return idle.splice(Math.max(own, 0), 1)[0]?.runner
  }

  /** The queues admit no more jobs than there are runners, so one is idle or can be started. */
  async function take(projectId: string): Promise<RunnerProcess> {
    const found = findIdle(projectId)
    if (found) return found
    const runner = new RunnerProcess(facts)
    all.add(runner)
    await runner.ready.catch((error) => {
      drop(runner)
      throw error
    })
    return runner
  }

  async function runOnOne({ code, scope, timeLimitMs, fixed }: ScriptJob, projectId: string) {
    const runner = await take(projectId)
    try {
      return await runner.run({ given: JSON.stringify({ code, scope, fixed }), timeLimitMs })
    } finally {
      if (runner.isDead || isClosed) drop(runner)
      else idle.push({ runner, projectId })
    }
  }

  return {
    get state() {
      const { running, waiting } = gates.size
      return {
        processes: all.size,
        running: queue.size.running + running,
        waiting: queue.size.waiting + waiting,
        ended,
      }
    },
    problem: findJailProblem(facts),
    async run(job, { projectId, signal, isPreview = false, isGate = false }) {
      const entry = { isUnbounded: !isPreview, ...(signal && { signal }) }
      try {
        const text = await (isGate ? gates : queue).run(
          projectId,
          () => runOnOne(job, projectId),
          entry,
        )
        const answer = readAnswer(text)
        ended.done += 1
        return answer
      } catch (error) {
        if (error instanceof NodeFailure) ended.failed += 1
        if (!(error instanceof JobEnded)) throw error
        ended.killed += 1
        log.debug({ err: error }, 'script runner: script terminated')
        throw new NodeFailure(`The script was ended. ${error.message}`)
      }
    },
    async close() {
      isClosed = true
      for (const each of [queue, gates]) each.close(new Error('script runner: closed'))
      for (const runner of all) runner.kill()
    },
  }
}
