import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../stack/stack.ts'
import type { Suite, SuiteOptions, SuiteResult } from '../stack/suite.ts'
import type { StartMany } from './start-many.ts'

const STARTS = 100
/** Hashing is serialised within a process, so the starts are spread over several. */
const PROCESSES = 4

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  return work(db).finally(() => db.close())
}

/** An empty database in the stack's PostgreSQL, like an operator's DATABASE_URL. */
async function makeEmptyDatabase(stack: Stack, name: string): Promise<string> {
  await withDatabase(embeddedDatabaseUrl(stack.dataDir), (db) =>
    db.pool.query(`create database ${name}`),
  )
  return embeddedDatabaseUrl(stack.dataDir, name)
}

async function countPeople(url: string): Promise<string[]> {
  const [row] = await withDatabase(url, (db) =>
    db.query<{ staff: number; organisations: number; audits: number }>(sql`select
      (select count(*)::int from staff where is_admin) as staff,
      (select count(*)::int from organisation) as organisations,
      (select count(*)::int from audit) as audits`),
  )
  return Object.entries(row ?? { nothing: 0 })
    .filter(([, count]) => count !== 1)
    .map(([what, count]) => `${count} ${what} instead of one`)
}

async function startTogether(url: string, locked: boolean): Promise<string[]> {
  const count = STARTS / PROCESSES
  const children = Array.from({ length: PROCESSES }, () =>
    fork(join(import.meta.dirname, 'start-many.ts')),
  )
  await Promise.all(children.map((child) => once(child, 'message')))
  const answers = children.map((child: ChildProcess, index) => {
    const answer = once(child, 'message')
    child.send({ url, first: index * count, count, locked } satisfies StartMany)
    return answer as Promise<[{ made: number; failures: string[] }]>
  })
  const ends = (await Promise.all(answers)).map(([end]) => end)
  const made = ends.reduce((sum, end) => sum + end.made, 0)
  return [
    ...ends.flatMap((end) => end.failures.map((failure) => `a start failed: ${failure}`)),
    ...(made === 1 ? [] : [`${made} starts report that they created the admin`]),
    ...(await countPeople(url)),
  ]
}

/** Complete processes on one empty database, each with its own durable runtime. */
async function startProducts(url: string, count: number): Promise<string[]> {
  const folders = Array.from({ length: count }, makeDataDir)
  const starts = folders.map((dataDir, index) =>
    startStack({
      dataDir,
      env: { DATABASE_URL: url, PLINTH_ADMIN_EMAIL: `admin${index}@example.com` },
    }),
  )
  const ends = await Promise.allSettled(starts)
  const stacks = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const announced = stacks.filter((stack) => stack.output().includes('Sign in as')).length
  const problems = [
    ...ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : [])),
    ...(announced === 1 ? [] : [`${announced} processes announced an admin`]),
    ...(await countPeople(url)),
  ]
  await Promise.all(stacks.map((stack) => stack.stop()))
  for (const folder of folders) removeDataDir(folder)
  return problems
}

async function run({ full }: SuiteOptions, locked: boolean): Promise<SuiteResult> {
  const rounds = full ? 10 : 1
  const products = full ? 6 : 2
  const stack = await startStack({ dataDir: makeDataDir() })
  const violations: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const url = await makeEmptyDatabase(stack, `first_${round}`)
    const problems = await startTogether(url, locked)
    console.log(
      `  round ${round}: ${STARTS} concurrent first starts, ${problems.length} violations`,
    )
    violations.push(...problems)
  }
  if (locked) {
    const problems = await startProducts(await makeEmptyDatabase(stack, 'products'), products)
    console.log(`  ${products} concurrent complete processes, ${problems.length} violations`)
    violations.push(...problems)
  }
  await stack.stop()
  removeDataDir(stack.dataDir)
  const figures = `${rounds} × ${STARTS} concurrent first starts and ${products} complete processes`
  return { violations, figures }
}

export const firstAdmin: Suite = {
  name: 'first-admin',
  isAlone: true,
  run: (options) => run(options, true),
  prove: (options) => run(options, false),
}
