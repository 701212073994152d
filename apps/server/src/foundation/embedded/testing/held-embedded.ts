import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { EmbeddedRestate } from '../process/embedded.ts'

const program = fileURLToPath(new URL('./hold-embedded.ts', import.meta.url))

export interface HeldAnswer {
  refused?: string
  postgresUrl: string
  restate: EmbeddedRestate
  workerPort: number
}

/** Starts the servers from another Node process, which a test may kill. */
export function holdEmbedded(dataDir: string, account?: { uid: number; gid: number }) {
  const child = spawn(process.execPath, [program, dataDir], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  return {
    answer: async (): Promise<HeldAnswer> => {
      for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
      throw new Error('embedded: the process exited without an answer')
    },
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await exited
    },
  }
}
