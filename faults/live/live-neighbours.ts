import type { Database } from '../../packages/contract/src/index.ts'
import { preloadWithout } from '../attacks/setup/attack-setup.ts'
import type { Guard } from '../attacks/setup/guard.ts'
import { type Caller, call, signIn } from '../stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { importRows } from './import-rows.ts'
import { type LiveProject, makeLiveProject } from './live-project.ts'
import { compareDelays, follow, type Release } from './measure-delays.ts'

/** Together they may have all threads that read rows of SQLite. */
const NEIGHBOURS = 2
const AT_ONCE = 8
const ROWS = 20_000
/** Reads all rows. */
const SLOW_FILTER = Array.from({ length: 30 }, (_, at) => `owner ~ 'none ${at}'`).join(' || ')

const OWN_LANE: Guard = {
  name: 'logs of SQLite have a thread of their own',
  replaces: { 'rows/runners/sqlite/sqlite-worker-pool.ts': 'sqlite-worker-pool.ts' },
}

interface Neighbours {
  /** Sends slow reads to all of them. */
  press: () => Promise<Release[]>
  /** How many reads were answered. */
  count: () => number
}

async function makeNeighbours(caller: Caller, database: Database): Promise<Neighbours> {
  const neighbours: LiveProject[] = []
  for (let number = 1; number <= NEIGHBOURS; number += 1) {
    const neighbour = await makeLiveProject(caller, database, `Neighbour ${number}`)
    const { projectId } = neighbour
    await importRows(caller, { projectId, count: ROWS, firstNumber: 0 })
    neighbours.push(neighbour)
  }
  let answered = 0
  const read = ({ projectId }: LiveProject): Release => {
    const query = new URLSearchParams({ $projectId: projectId, $filter: SLOW_FILTER })
    const path = `/api/data/thing?${query}`
    let isEnded = false
    const readOn = async () => {
      while (!isEnded) {
        const { status } = await call(caller, { method: 'GET', path })
        if (status === 200) answered += 1
      }
    }
    const all = Array.from({ length: AT_ONCE }, readOn)
    return async () => {
      isEnded = true
      await Promise.all(all)
    }
  }
  return { press: async () => neighbours.map(read), count: () => answered }
}

async function run(
  { forMs, databases }: { forMs: number; databases: readonly Database[] },
  off: readonly Guard[] = [],
): Promise<SuiteResult> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir, ...preloadWithout(off, import.meta.dirname) })
  const violations: string[] = []
  const figures: string[] = []
  try {
    const token = await signIn(stack.address)
    for (const database of databases) {
      const followed = await follow(stack, token, database)
      const { press, count } = await makeNeighbours(followed.caller, database)
      const { problems, words } = await compareDelays(followed, { forMs, holdAll: press })
      violations.push(...problems, ...followed.reader.problems)
      if (count() === 0) violations.push(`${database}: no slow read was answered`)
      figures.push(`${words}, beside ${count()} slow reads`)
      await followed.reader.stop()
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
  return { violations, figures: figures.join('; ') }
}

/** Slow reads of other projects delay nobody's stream. */
export const liveNeighbours: Suite = {
  name: 'live-neighbours',
  isAlone: true,
  run: ({ full }) => run({ forMs: full ? 60_000 : 5_000, databases: ['sqlite3', 'postgres'] }),
  prove: () => run({ forMs: 5_000, databases: ['sqlite3'] }, [OWN_LANE]),
}
