import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { lowerWhileLong } from '../../foundation/concurrency/lower-priority.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'
import type { AnswerLine, JobLine } from './inside/protocol.ts'
import { type JailOptions, runnerCommand } from './runner-command.ts'

const START_MS = 20_000
/** How long after its time limit a job's runner is killed. */
const GRACE_MS = 500
const POLL_MS = 25
const MAX_MEMORY = 192 * 1024 * 1024
const PAGE = 4096

/** A job ended without a result; the message is shown to users. */
export class JobEnded extends Error {}

/** The pid of the program inside the jail: the only child of the started process, or that process itself. */
function insidePid(pid: number): number {
  try {
    for (let at = pid; ; ) {
      const [child] = readFileSync(`/proc/${at}/task/${at}/children`, 'utf8').trim().split(' ')
      if (!child) return at
      at = Number(child)
    }
  } catch {
    return pid
  }
}

function memoryOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE
  } catch {
    return 0
  }
}

const Line: z.ZodType<AnswerLine> = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ refused: z.string() }),
  z.object({ id: z.number(), answer: z.string() }),
  z.object({ id: z.number(), error: z.string() }),
])

/** A line from the jail, which is not trusted; undefined if it is no reply. */
export function readLine(line: string): AnswerLine | undefined {
  try {
    return Line.parse(readJson(line))
  } catch {
    return undefined
  }
}

/** One runner process. It takes one job at a time and is killed when it exceeds a limit. */
export class RunnerProcess {
  readonly #child: ChildProcess
  readonly ready: Promise<void>
  #answer: ((line: AnswerLine) => void) | undefined
  #fail: ((error: Error) => void) | undefined
  #pid = 0
  #jobs = 0
  isDead = false

  constructor(facts: JailOptions) {
    const command = runnerCommand(facts)
    if ('reason' in command) throw new JobEnded(command.reason)
    this.#child = spawn(command.file, command.args, {
      env: {},
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let complaint = ''
    this.#child.stderr?.on('data', (part) => {
      complaint = `${complaint}${part}`.slice(-500)
    })
    this.#child.stdin?.on('error', () => undefined)
    const gone = (why: string) => {
      this.isDead = true
      this.#fail?.(new JobEnded(why))
    }
    this.#child.on('error', (error) => gone(error.message))
    this.#child.on('exit', () => gone(complaint.trim() || 'The script was stopped.'))
    if (this.#child.stdout) {
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        const answer = readLine(line)
        if (answer) this.#answer?.(answer)
        else {
          gone('The runner sent a reply that cannot be read.')
          this.kill()
        }
      })
    }
    this.ready = this.#start()
    this.ready.catch(() => this.kill())
  }

  async #start(): Promise<void> {
    const line = await this.#next(START_MS, 'The runner did not start.')
    if ('refused' in line) throw new JobEnded(`The sandbox check failed: ${line.refused}.`)
    this.#pid = insidePid(this.#child.pid ?? 0)
  }

  #next(withinMs: number, late: string): Promise<AnswerLine> {
    return new Promise<AnswerLine>((resolve, reject) => {
      if (this.isDead) reject(new JobEnded('The script runner stopped.'))
      const timer = setTimeout(() => {
        reject(new JobEnded(late))
        this.kill()
      }, withinMs)
      this.#answer = (line) => {
        clearTimeout(timer)
        resolve(line)
      }
      this.#fail = (error) => {
        clearTimeout(timer)
        reject(error)
      }
    }).finally(() => {
      this.#answer = undefined
      this.#fail = undefined
    })
  }

  /** Runs a job; ends soon after its time limit, whatever the job does (R14). */
  async run({ given, timeLimitMs }: { given: string; timeLimitMs: number }): Promise<string> {
    this.#jobs += 1
    const line: JobLine = { id: this.#jobs, given, timeLimitMs }
    let heavy = false
    // Endless jobs delay neither requests nor short jobs.
    const restore = lowerWhileLong(this.#pid)
    const watch = setInterval(() => {
      if (memoryOf(this.#pid) <= MAX_MEMORY) return
      heavy = true
      this.kill()
    }, POLL_MS)
    try {
      const answered = this.#next(timeLimitMs + GRACE_MS, 'It took too long.')
      this.#child.stdin?.write(`${JSON.stringify(line)}\n`)
      const answer = await answered
      if ('answer' in answer) return answer.answer
      throw new JobEnded('error' in answer ? answer.error : 'The script could not be run.')
    } catch (error) {
      throw heavy ? new JobEnded('It used too much memory.') : error
    } finally {
      clearInterval(watch)
      restore()
    }
  }

  kill(): void {
    this.isDead = true
    if (this.#pid > 0) {
      try {
        process.kill(this.#pid, 'SIGKILL')
      } catch {
        // The process has already exited.
      }
    }
    this.#child.kill('SIGKILL')
  }
}
