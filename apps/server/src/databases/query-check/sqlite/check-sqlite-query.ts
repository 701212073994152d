import { type ChildProcess, fork } from 'node:child_process'
import type { QueryCheck } from '../readable/query-check.ts'
import { QueryFault } from '../readable/query-fault.ts'
import type { SqliteCheck } from './compile-query.ts'

/** An ordinary query compiles within milliseconds. */
const COMPILE_MS = 2_000

let child: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/** Throws a QueryFault unless SQLite compiles the query as one SELECT over the given tables. */
export async function checkSqliteQuery({
  query,
  tables,
  parameters = 0,
}: QueryCheck): Promise<void> {
  // Sequential, so that each reply belongs to the query that was sent.
  const turn = last.then(() => compileApart({ query, tables, parameters }))
  last = turn.catch(() => undefined)
  const fault = await turn
  if (fault !== null) throw new QueryFault(fault)
}

async function compileApart(check: SqliteCheck): Promise<string | null> {
  const checker = child ?? (await startChild())
  setReferenced(checker, true)
  return new Promise<string | null>((resolve) => {
    const late = setTimeout(() => checker.kill('SIGKILL'), COMPILE_MS)
    const finish = (fault: string | null) => {
      clearTimeout(late)
      checker.off('message', onAnswer).off('exit', onExit)
      setReferenced(checker, false)
      resolve(fault)
    }
    const onAnswer = ({ fault }: { fault: string | null }) => finish(fault)
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
  child = started
  started.once('exit', () => {
    child = undefined
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
