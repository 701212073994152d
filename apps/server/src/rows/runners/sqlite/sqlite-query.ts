import { fork } from 'node:child_process'
import { DatabaseFault } from '../database-fault.ts'
import { type RawQuery, type RawResult, STATEMENT_MS } from '../row-runner.ts'

/** Starting a process does not count as the query's time, but it must not take forever on a busy machine. */
const START_MS = 10_000
const MOST_AT_ONCE = 4
let running = 0

/** Asks a fresh read-only connection in a process of its own, which is ended when it takes too long. */
export function runSqliteQuery(file: string, asked: RawQuery): Promise<RawResult> {
  if (running >= MOST_AT_ONCE) return Promise.reject(new DatabaseFault({ kind: 'busy' }))
  running += 1
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
      late = setTimeout(end, STATEMENT_MS)
      child.once('message', (result: RawResult) => resolve(result))
      child.send({ file, asked })
    })
    child.once('error', reject)
    child.once('exit', () => {
      running -= 1
      clearTimeout(late)
      reject(new DatabaseFault({ kind: 'busy' }))
    })
  })
}
