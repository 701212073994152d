import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from '../../faults/stack/eventually.ts'
import { findChildren } from '../../faults/stack/find-children.ts'

const START_LIMIT_MS = 180_000
const STOP_LIMIT_MS = 10_000

export interface OtherProgram {
  /** Program and arguments for Node. */
  words: readonly string[]
  folder: string
  env: Record<string, string>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) killAll(child)
})

function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return
  for (const target of [...findChildren(pid).map((child) => child.pid), pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
}

function spawnOther({ words, folder, env }: OtherProgram) {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.once('exit', () => running.delete(child))
  return { child, output: () => output }
}

/** Runs a command of another product to its end. */
export async function runOther(program: OtherProgram): Promise<string> {
  const { child, output } = spawnOther(program)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${program.words.join(' ')} ended with ${code}:\n${output()}`)
  return output()
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}

/** Starts another product's server and waits until it is healthy. */
export async function startOther({ healthUrl, ...program }: OtherProgram & { healthUrl: string }) {
  const { child, output } = spawnOther(program)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ready = await eventually(async () => hasEnded() || (await answers(healthUrl)), {
    limitMs: START_LIMIT_MS,
    everyMs: 200,
  })
  if (!ready || hasEnded()) {
    killAll(child)
    throw new Error(`${program.words.join(' ')} did not start:\n${output()}`)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await eventually(hasEnded, { limitMs: STOP_LIMIT_MS })
    killAll(child)
    await eventually(hasEnded, { limitMs: STOP_LIMIT_MS })
  }
  return { pid: child.pid ?? 0, output, stop }
}
