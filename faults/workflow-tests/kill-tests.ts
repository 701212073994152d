import { signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import {
  isReady,
  type Killable,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../stack/stack.ts'
import type { PlainGraph } from './random-graph.ts'
import { DATABASES, openTestedProject } from './tested-project.ts'

const KILLED: readonly Killable[] = ['all', 'node', 'postgres']
/** How long a test runs at most when it is killed, after it was started. */
const LATEST_MS = 1_500

const graphOf = (code: string): PlainGraph => ({
  nodes: [
    { id: 'start', kind: 'trigger-manual', parameters: {} },
    {
      id: 'make',
      kind: 'database',
      parameters: { action: 'create', table: 'entry', row: '{"name": "of a test"}' },
    },
    { id: 'wait', kind: 'javascript', parameters: { code } },
  ],
  wires: [
    { source: 'start', output: null, target: 'make' },
    { source: 'make', output: null, target: 'wait' },
  ],
})

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function bringBack(stack: Stack, { dataDir, what }: { dataDir: string; what: Killable }) {
  if (what !== 'postgres') return startStack({ dataDir })
  await eventually(async () => stack.hasEnded() || isReady(stack.address), { limitMs: 90_000 })
  if (stack.hasEnded()) throw new Error(`kill -9 of ${what} ended the product`)
  return stack
}

/**
 * Kills the product while a test has changed rows and runs a script. Returns what remained of it; each test also runs to
 * its end afterwards, so that it has left no lock.
 */
export async function killTests(rounds: number): Promise<{ violations: string[]; killed: number }> {
  const dataDir = makeDataDir()
  let stack = await startStack({ dataDir })
  const violations: string[] = []
  let killed = 0
  try {
    for (const database of DATABASES) {
      const caller = { address: stack.address, token: await signIn(stack.address) }
      const project = await openTestedProject(caller, database)
      const id = await project.save('Killed', graphOf('return 1'))
      const testId = await project.record(id, graphOf('return 1'), null)
      await project.unpin(id, testId)
      await project.change(id, 'Killed', graphOf('for (;;);'))
      const before = await project.rows()
      for (let round = 0; round < rounds; round += 1) {
        const what = KILLED[round % KILLED.length] ?? 'all'
        const ended = project.test(id, testId).catch(() => undefined)
        await sleep(LATEST_MS * (0.3 + 0.7 * Math.random()))
        stack.kill(what)
        stack = await bringBack(stack, { dataDir, what })
        await ended
        project.moveTo({ address: stack.address, token: await signIn(stack.address) })
        const after = await project.rows()
        killed += 1
        if (after !== before)
          violations.push(`${database}, kill -9 ${what}: ${after - before} rows remained`)
        const { steps } = await project.test(id, testId)
        if (!steps.some(({ nodeId }) => nodeId === 'make'))
          violations.push(`${database}, kill -9 ${what}: a later test cannot change rows`)
      }
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
  return { violations, killed }
}
