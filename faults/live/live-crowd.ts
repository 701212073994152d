import type { Database } from '../../packages/contract/src/index.ts'
import { signIn } from '../stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { type CrowdReport, type CrowdSize, gatherCrowd, letIn } from './crowd.ts'
import {
  compareDelays,
  type Followed,
  follow,
  holdSequencer,
  type Release,
} from './measure-delays.ts'
import { watchMemory } from './watch-memory.ts'

/** The crowd needs processor time of its own, on a machine that is shared with it here. */
const MAX_DELAY_MS = 500
/** What the server may need more for all of them, of which each may leave 256 KB unread. */
const MAX_MB = 512

const SMALL: CrowdSize = { away: 4, stuck: 8, changes: 1_000 }
const FULL: CrowdSize = { away: 60, stuck: 120, changes: 20_000 }

async function measureCrowd(
  followed: Followed,
  { pid, size, forMs }: { pid: number; size: CrowdSize; forMs: number },
) {
  const { database } = followed.project
  const task = await gatherCrowd(followed, size)
  let report: CrowdReport = { resumed: [], cuts: 0, problems: [] }
  const stopWatching = watchMemory(pid)
  const holdAll = async (): Promise<Release[]> => {
    const end = letIn(task)
    return [
      async () => {
        report = await end()
      },
    ]
  }
  const { problems, words } = await compareDelays(followed, {
    forMs,
    holdAll,
    maxDelayMs: MAX_DELAY_MS,
  })
  const grownMb = stopWatching()
  const { resumed, cuts } = report
  const least = Math.min(...resumed)
  const violations = [...problems, ...report.problems.map((text) => `${database}: ${text}`)]
  if (least < 1) violations.push(`${database}: a client did not catch up`)
  if (grownMb > MAX_MB) violations.push(`${database}: ${grownMb} MB more memory`)
  const passes = resumed.reduce((sum, each) => sum + each, 0)
  const crowd = `${passes} times ${size.changes} changes were caught up, ${cuts} who read nothing were cut, ${grownMb} MB more memory`
  return { violations, figures: `${words}; ${crowd}` }
}

async function run(
  { forMs, size, databases }: { forMs: number; size: CrowdSize; databases: readonly Database[] },
  delay: (followed: Followed) => Promise<unknown> = async () => undefined,
): Promise<SuiteResult> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const violations: string[] = []
  const figures: string[] = []
  try {
    const token = await signIn(stack.address)
    for (const database of databases) {
      const followed = await follow(stack, token, database)
      await delay(followed)
      const one = await measureCrowd(followed, { pid: stack.pid, size, forMs })
      violations.push(...one.violations)
      figures.push(one.figures)
      await followed.reader.stop()
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
  return { violations, figures: figures.join('; ') }
}

/** Clients that resume from far behind, and clients that read nothing, delay nobody else's stream. */
export const liveCrowd: Suite = {
  name: 'live-crowd',
  isAlone: true,
  run: ({ full }) =>
    run({
      forMs: full ? 60_000 : 5_000,
      size: full ? FULL : SMALL,
      databases: ['sqlite3', 'postgres'],
    }),
  /** A sequencer that gives no positions while the crowd is in must be reported. */
  prove: () =>
    run(
      { forMs: 3_000, size: { away: 1, stuck: 1, changes: 10 }, databases: ['postgres'] },
      async (followed) => {
        setTimeout(async () => {
          const release = await holdSequencer(followed)
          setTimeout(() => void release(), 3_000)
        }, 3_500)
      },
    ),
}
