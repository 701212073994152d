import {
  findDanger,
  type Json,
  NodeFailure,
  type ScriptAnswer,
  type ScriptJob,
} from '@plinth/engine'
import type { Logger } from 'pino'
import * as z from 'zod'
import { readStored } from '../../foundation/platform/stored-json.ts'
import type { JailOptions } from './runner-command.ts'
import { JobEnded, RunnerProcess } from './runner-process.ts'

const MAX_ANSWER = 6 * 1024 * 1024
const PROCESSES = 2

/** Runs user code, never in this process. */
export interface ScriptRunner {
  run(job: ScriptJob): Promise<ScriptAnswer>
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
  if (error !== undefined) throw new NodeFailure(`The script failed: ${error}`)
  const danger = findDanger(value)
  if (danger) throw new NodeFailure(`The script's result cannot be used. ${danger}`)
  return { value, logs }
}

/** A small pool of supervised runners; a job takes a free one or waits, and a killed one is replaced. */
export function openRunner(facts: JailOptions, log: Pick<Logger, 'debug'>): ScriptRunner {
  const idle: RunnerProcess[] = []
  const all = new Set<RunnerProcess>()
  const queue: ((runner: RunnerProcess | undefined) => void)[] = []
  let isClosed = false

  function returnRunner(runner: RunnerProcess): void {
    if (runner.isDead || isClosed) {
      all.delete(runner)
      runner.kill()
      queue.shift()?.(undefined)
      return
    }
    const next = queue.shift()
    if (next) next(runner)
    else idle.push(runner)
  }

  async function take(): Promise<RunnerProcess> {
    for (;;) {
      const free = idle.pop()
      if (free && !free.isDead) return free
      if (free) all.delete(free)
      else if (all.size < PROCESSES) {
        const runner = new RunnerProcess(facts)
        all.add(runner)
        await runner.ready.catch((error) => {
          returnRunner(runner)
          throw error
        })
        return runner
      } else {
        const given = await new Promise<RunnerProcess | undefined>((resolve) => queue.push(resolve))
        if (given && !given.isDead) return given
      }
    }
  }

  return {
    async run({ code, scope, timeLimitMs }) {
      try {
        const runner = await take()
        const given = JSON.stringify({ code, scope })
        const answer = await runner.run({ given, timeLimitMs }).finally(() => returnRunner(runner))
        return readAnswer(answer)
      } catch (error) {
        if (!(error instanceof JobEnded)) throw error
        log.debug({ err: error }, 'script runner: script terminated')
        throw new NodeFailure(`The script was ended. ${error.message}`)
      }
    },
    async close() {
      isClosed = true
      for (const runner of all) runner.kill()
    },
  }
}
