import { fork } from 'node:child_process'
import { DatabaseFault } from '../database-fault.ts'
import { type RawQuery, type RawResult, STATEMENT_TIMEOUT_MS } from '../row-runner.ts'

/** Startup has its own timeout, which also has to hold on a busy machine. */
const START_MS = 10_000
const MAX_CONCURRENT = 4
let running = 0

/** Runs a query on a new read-only connection in its own process, which is killed when it takes too long. */
export function runSqliteQuery(file: string, asked: RawQuery): Promise<RawResult> {
  if (running >= MAX_CONCURRENT) return Promise.reject(new DatabaseFault({ kind: 'busy' }))
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
      late = setTimeout(end, STATEMENT_TIMEOUT_MS)
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
