import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  embeddedUrl,
  passwordFileOf,
} from '../../apps/server/src/foundation/embedded/postgres/embedded-url.ts'
import { eventually } from './eventually.ts'
import { findChildren } from './find-children.ts'

const repository = join(import.meta.dirname, '../..')

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }
export const KILLABLE = ['all', 'node', 'postgres', 'restate'] as const
export type Killable = (typeof KILLABLE)[number]

/** The product as started by one command, with its embedded servers. */
export interface Stack {
  address: string
  pid: number
  dataDir: string
  /** Time from the command until every component was ready. */
  readyMs: number
  output(): string
  hasEnded(): boolean
  /** Sends SIGKILL to all at once; returns the number of killed processes. */
  kill(what: Killable): number
  /** Sends SIGTERM, like an operator. */
  stop(): Promise<void>
}

const running = new Set<() => void>()
process.on('exit', () => {
  for (const end of running) end()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

/** A data folder that the embedded servers' user can access. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-'))
  chmodSync(dataDir, 0o755)
  return dataDir
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** URL of a database in the embedded PostgreSQL. */
export function embeddedDatabaseUrl(dataDir: string, database = 'plinth'): string {
  const home = join(dataDir, 'postgres')
  const address = new URL(
    embeddedUrl({
      password: readFileSync(passwordFileOf(home), 'utf8').trim(),
      socketFolder: realpathSync(join(home, 'socket')),
    }),
  )
  address.pathname = `/${database}`
  return address.href
}

/** What this machine has too little of warns an operator, and stops no suite. */
const OF_THE_MACHINE: readonly string[] = ['disk', 'open files']

export async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(5_000) })
    const { parts = [] } = (await answer.json()) as { parts?: { name: string; ready: boolean }[] }
    // Parts that only degrade the process count as well, because the suites use all of them.
    return answer.ok && parts.every(({ name, ready }) => ready || OF_THE_MACHINE.includes(name))
  } catch {
    return false
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}

const PROGRAM: Record<Exclude<Killable, 'all' | 'node'>, string> = {
  postgres: 'postgres',
  restate: 'restate-server',
}

function kill(pid: number, what: Killable): number {
  const children = findChildren(pid)
  const hit = children.filter(
    ({ program }) => what === 'all' || (what !== 'node' && program.startsWith(PROGRAM[what])),
  )
  const pids = [...(what === 'all' || what === 'node' ? [pid] : []), ...hit.map((c) => c.pid)]
  for (const target of pids) signalQuietly(target, 'SIGKILL')
  return pids.length
}

/** The file that `npm start` runs in a checkout, and the variables that it sets. */
function startOf(root: string): { file: string; variables: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [before = '', file = ''] = scripts.start.split('exec node ')
  const variables = Object.fromEntries(
    [...before.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
  return { file: join(root, file), variables }
}

interface StackOptions {
  dataDir: string
  /** Another checkout, to compare two builds. */
  root?: string
  env?: Record<string, string>
  /** Command-line options of Node. */
  execArgv?: readonly string[]
  /** A command that executes Node, such as one that enters a network namespace. */
  via?: readonly string[]
  limitMs?: number
}

function spawnMain(
  dataDir: string,
  options: Required<Pick<StackOptions, 'root' | 'env' | 'execArgv' | 'via'>>,
): ChildProcess {
  const { root, env, execArgv, via } = options
  const { file, variables } = startOf(root)
  const [program = '', ...args] = [...via, process.execPath, ...execArgv, file]
  return spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...variables,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      PLINTH_LIVE_CONNECTIONS: '1000',
      PLINTH_HOST: '127.0.0.1',
      PLINTH_DATA_DIR: dataDir,
      PLINTH_ADMIN_EMAIL: ADMIN.email,
      PLINTH_ADMIN_PASSWORD: ADMIN.password,
      PLINTH_LOG_LEVEL: 'warn',
      // Most measurements send more from one environment than an operator would allow.
      PLINTH_DATA_RATE: '0',
      // No DNS server knows the host names of the tests.
      PLINTH_DOMAIN_PROOF: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts the product as `npm start` does and waits until it is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, root = repository, env = {}, execArgv = [], via = [] } = options
  const { limitMs = 120_000 } = options
  const since = performance.now()
  const child = spawnMain(dataDir, { root, env, execArgv, via })
  const pid = child.pid ?? 0
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-5_000_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  let ended = false
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      ended = true
      running.delete(end)
      resolve()
    })
  })
  const end = () => void kill(pid, 'all')
  running.add(end)
  let address = ''
  const ready = await eventually(
    async () => {
      address ||= /ready at (http:\S+)/.exec(output)?.[1] ?? ''
      return ended || (address !== '' && (await isReady(address)))
    },
    { limitMs },
  )
  if (!ready || ended) {
    end()
    throw new Error(`the product did not start:\n${output}`)
  }
  return {
    address,
    pid,
    dataDir,
    readyMs: performance.now() - since,
    output: () => output,
    hasEnded: () => ended,
    kill: (what) => kill(pid, what),
    stop: async () => {
      signalQuietly(pid, 'SIGTERM')
      await exited
    },
  }
}
