import { fork } from 'node:child_process'
import { FairQueue } from '../../../foundation/concurrency/fair-queue.ts'
import { lowerWhileLong } from '../../../foundation/concurrency/lower-priority.ts'
import { DatabaseFault, limitedFault } from '../database-fault.ts'
import { type RawQuery, type RawResult, STATEMENT_TIMEOUT_MS } from '../row-runner.ts'

/** Startup has its own timeout, which also has to hold on a busy machine. */
const START_MS = 10_000
/** One more process than a file may use, so that long queries of one project never delay another's. */
const queue = new FairQueue({
  slots: 4,
  maxPerKey: 3,
  maxWaiting: 16,
  refuse: limitedFault('queries'),
})

/**
 * Runs a query on a new read-only connection in its own process, which is killed when it takes too long. Projects share
 * the processes fairly.
 */
export async function runSqliteQuery(
  file: string,
  asked: RawQuery,
  maxMs = STATEMENT_TIMEOUT_MS,
): Promise<RawResult> {
  await queue.enter(file)
  const since = performance.now()
  // The slot is free once the process has ended, which is after its answer.
  return runApart({
    file,
    asked,
    maxMs,
    onExit: () => queue.leave(file, performance.now() - since),
  })
}

interface QueryApart {
  readonly file: string
  readonly asked: RawQuery
  readonly maxMs: number
  readonly onExit: () => void
}

function runApart({ file, asked, maxMs, onExit }: QueryApart): Promise<RawResult> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./sqlite-query-process.ts', import.meta.url), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = () => {
      child.kill('SIGKILL')
      reject(new DatabaseFault({ kind: 'timeout' }))
    }
    let late = setTimeout(end, START_MS)
    child.once('message', () => {
      clearTimeout(late)
      late = setTimeout(end, maxMs)
      const restore = lowerWhileLong(child.pid ?? 0)
      child.once('close', restore)
      child.once('message', (result: RawResult) => resolve(result))
      child.send({ file, asked })
    })
    child.once('error', reject)
    // Also emitted for a process that could not be started.
    child.once('close', () => {
      onExit()
      clearTimeout(late)
      reject(new DatabaseFault({ kind: 'busy' }))
    })
  })
}
