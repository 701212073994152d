import { type ChildProcess, fork } from 'node:child_process'
import { FairQueue } from '../../../foundation/concurrency/fair-queue.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { QueryCheck } from '../readable/query-check.ts'
import { QueryFault } from '../readable/query-fault.ts'
import type { SqliteCheck } from './compile-query.ts'

/** An ordinary query compiles within milliseconds. */
const COMPILE_MS = 2_000

/** One more process than a project may use, so that a query which is slow to compile delays no other project. */
const PROCESSES = 2
const queue = new FairQueue({
  slots: PROCESSES,
  maxPerKey: 1,
  maxWaiting: 32,
  refuse: (seconds) =>
    new ApiError(
      'rate_limited',
      'Too many queries of this project are waiting. Try again shortly.',
      { retryAfterSeconds: seconds },
    ),
})
const idle: ChildProcess[] = []

/** Throws a QueryFault unless SQLite compiles the query as one SELECT over the given tables. */
export async function checkSqliteQuery({
  query,
  tables,
  parameters = 0,
  key = '',
  isBounded = false,
}: QueryCheck): Promise<void> {
  const check = { query, tables, parameters }
  const fault = await queue.run(key, () => compileApart(check), { isUnbounded: !isBounded })
  if (fault !== null) throw new QueryFault(fault)
}

async function compileApart(check: SqliteCheck): Promise<string | null> {
  // A process has one query at a time, so that each reply belongs to the query that was sent.
  const checker = idle.pop() ?? (await startChild())
  setReferenced(checker, true)
  return new Promise<string | null>((resolve) => {
    const late = setTimeout(() => checker.kill('SIGKILL'), COMPILE_MS)
    const finish = (fault: string | null) => {
      clearTimeout(late)
      checker.off('message', onAnswer).off('exit', onExit)
      setReferenced(checker, false)
      resolve(fault)
    }
    const onAnswer = ({ fault }: { fault: string | null }) => {
      idle.push(checker)
      finish(fault)
    }
    const onExit = () => finish('The query takes too long to compile. Make it simpler.')
    checker.once('message', onAnswer).once('exit', onExit)
    checker.send(check)
  })
}

async function startChild(): Promise<ChildProcess> {
  const started = fork(new URL('./query-check-process.ts', import.meta.url), {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    started.once('message', () => resolve())
    started.once('exit', () => reject(new Error('query check: child process did not start')))
    started.on('error', reject)
  })
  started.once('exit', () => {
    const at = idle.indexOf(started)
    if (at >= 0) idle.splice(at, 1)
  })
  return started
}

/** An idle child must not keep this process alive; it exits when its channel closes. */
function setReferenced(checker: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    checker.ref()
    checker.channel?.ref()
  } else {
    checker.unref()
    checker.channel?.unref()
  }
}
