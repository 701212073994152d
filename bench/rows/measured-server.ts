import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChildren } from '../../faults/stack/find-children.ts'
import { ADMIN } from '../../faults/stack/stack.ts'

export type Side = 'on' | 'off'

interface State {
  /** Processor time of the server with its threads, in microseconds. */
  readonly micros: number
  /** Statements that ran in-process or on a shared connection. */
  readonly counted: number
}

interface Opened {
  readonly address: string
  readonly databaseUrl: string
}

/** The server of `row-runners-server.ts` as a child process. */
export class MeasuredServer {
  readonly #child: ChildProcess
  readonly address: string
  readonly databaseUrl: string

  constructor(child: ChildProcess, { address, databaseUrl }: Opened) {
    this.#child = child
    this.address = address
    this.databaseUrl = databaseUrl
  }

  /** `force` runs every known statement in-process, `rule` only those that qualify. */
  async ask(what: Side | 'state' | 'force' | 'rule'): Promise<State> {
    this.#child.send(what)
    const [state] = await once(this.#child, 'message')
    return state as State
  }

  /** Measures PostgreSQL's processor time from now until the returned function is called, in microseconds. */
  watchDatabase(): () => number {
    const before = backendMicros(this.#child.pid ?? 0)
    return () => {
      let sum = 0
      for (const [pid, micros] of backendMicros(this.#child.pid ?? 0))
        sum += micros - (before.get(pid) ?? 0)
      return sum
    }
  }

  async stop(): Promise<void> {
    this.#child.send('stop')
    await once(this.#child, 'exit')
  }
}

/** Processor time of each PostgreSQL process; `schedstat` is more precise than the clock ticks of `stat`. */
export function backendMicros(root: number): Map<number, number> {
  const found = new Map<number, number>()
  for (const { pid, program } of findChildren(root)) {
    if (!program.startsWith('postgres')) continue
    try {
      const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
      found.set(pid, Number(nanoseconds) / 1000)
    } catch {
      // A connection's own process may have ended meanwhile.
    }
  }
  return found
}

export async function startMeasuredServer(dataDir: string): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, 'row-runners-server.ts'), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      PLINTH_HOST: '127.0.0.1',
      PLINTH_DATA_DIR: dataDir,
      PLINTH_ADMIN_EMAIL: ADMIN.email,
      PLINTH_ADMIN_PASSWORD: ADMIN.password,
      PLINTH_LOG_LEVEL: 'error',
      PLINTH_DATA_RATE: '0',
    },
  })
  const [opened] = await once(child, 'message')
  return new MeasuredServer(child, opened as Opened)
}
