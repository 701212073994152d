import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { type Caller, signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import {
  isReady,
  type Killable,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { type Changes, changeRows, countRows } from './change-rows.ts'
import { checkEvents } from './check-events.ts'
import { makeWatchedProject, type WatchedProject } from './watched-project.ts'

const ENGINES = ['sqlite3', 'postgres'] as const
const IN_TURN: readonly Killable[] = ['node', 'restate', 'postgres', 'all']

/** Changes per database and round. */
const REDUCED = { rounds: 4, changes: 25, limitMs: 180_000 }
const FULL = { rounds: 20, changes: 500, limitMs: 600_000 }

interface World {
  dataDir: string
  stack: Stack
  token: string
  places: { project: WatchedProject; changes: Changes }[]
}

async function open(): Promise<World> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const token = await signIn(stack.address)
  const caller = { address: stack.address, token }
  const places: World['places'] = []
  for (const engine of ENGINES) {
    places.push({
      project: await makeWatchedProject(caller, { database: engine }),
      changes: new Set(),
    })
  }
  return { dataDir, stack, token, places }
}

const callerOf = ({ stack, token }: World): Caller => ({ address: stack.address, token })

async function end(setup: World): Promise<void> {
  await setup.stack.stop()
  removeDataDir(setup.dataDir)
}

async function bringBack(setup: World, what: Killable): Promise<string[]> {
  if (what === 'all' || what === 'node') {
    setup.stack = await startStack({ dataDir: setup.dataDir })
    return []
  }
  const back = await eventually(() => isReady(setup.stack.address), { limitMs: 90_000 })
  return back ? [] : [`kill -9 of ${what} left the product down`]
}

/** Changes rows on both databases, and kills when half of them are done. */
async function harm(setup: World, { name, what, wanted }: Round): Promise<string[]> {
  const count = () => setup.places.reduce((sum, { changes }) => sum + changes.size, 0)
  const start = count()
  const writing = Promise.all(
    setup.places.map(({ project, changes }) =>
      changeRows({ project, changes, caller: () => callerOf(setup) }, { name, wanted }),
    ),
  )
  await eventually(() => count() - start >= wanted, { limitMs: 60_000, everyMs: 5 })
  await sleep(Math.random() * 50)
  setup.stack.kill(what)
  const problems = await bringBack(setup, what)
  await writing
  return problems
}

interface Round {
  name: string
  what: Killable
  wanted: number
}

async function judge(setup: World, limitMs: number): Promise<string[]> {
  const violations: string[] = []
  for (const { project, changes } of setup.places) {
    const { workflowId, database } = project
    const problems = await checkEvents(setup.dataDir, { workflowId, changes, limitMs })
    const of = (word: string) => [...changes].filter((change) => change.startsWith(word)).length
    const rows = await countRows(callerOf(setup), project)
    const kept = of('created') - of('deleted')
    if (rows !== kept) problems.push(`${rows} rows, but ${kept} were acknowledged and not deleted`)
    violations.push(...problems.map((words) => `${database}: ${words}`))
  }
  return violations
}

async function run({ rounds, changes, limitMs }: typeof FULL): Promise<SuiteResult> {
  const setup = await open()
  const violations: string[] = []
  let longest = 0
  for (let number = 0; number < rounds; number += 1) {
    const what = IN_TURN[number % IN_TURN.length] ?? 'all'
    const problems = await harm(setup, { name: `r${number}`, what, wanted: changes })
    const since = performance.now()
    problems.push(...(await judge(setup, limitMs)))
    const settled = (performance.now() - since) / 1000
    longest = Math.max(longest, settled)
    const made = setup.places.map(({ project, changes: all }) => `${all.size} ${project.database}`)
    console.log(
      `  round ${number + 1}: kill -9 ${what}, ${made.join(' and ')} changes so far, ` +
        `all ended after ${settled.toFixed(1)} s, ${problems.length} violations`,
    )
    violations.push(...problems.map((words) => `round ${number + 1} (${what}): ${words}`))
    if (problems.length > 0) break
  }
  const made = setup.places.map(({ project, changes: all }) => `${all.size} on ${project.database}`)
  await end(setup)
  const figures =
    `${rounds} kills, changes committed: ${made.join(', ')}, as many runs; ` +
    `the last run of a round ended at most ${longest.toFixed(1)} s after its last change`
  return { violations, figures }
}

export const rowEvents: Suite = {
  name: 'row-events',
  run: ({ full }) => run(full ? FULL : REDUCED),
  /** Plants each kind of damage: a lost event, an invented one, and one that ran twice. */
  async prove() {
    const setup = await open()
    for (const { project, changes } of setup.places) {
      const caller = () => callerOf(setup)
      await changeRows({ project, changes, caller }, { name: 'prove', wanted: 12 })
    }
    const before = await judge(setup, REDUCED.limitMs)
    if (before.length > 0) throw new Error(`not quiet before: ${before.join('; ')}`)
    const [first, second] = setup.places
    await withPlatform(setup.dataDir, async (db) => {
      const lost = first?.project.workflowId ?? ''
      await db.query(sql`delete from run where id =
        (select id from run where workflow_id = ${lost} limit 1)`)
      const twice = second?.project.workflowId ?? ''
      await db.query(sql`
        insert into run (id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
          concurrency, trigger, payload, status, ended_at)
        select id || suffix, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
          concurrency, trigger, case suffix when 'a' then payload else '{"event":"created","id":"x"}' end,
          status, ended_at
        from (select * from run where workflow_id = ${twice} limit 1) as one, (values ('a'), ('b')) as more (suffix)`)
    })
    const found = await judge(setup, 1_000)
    await end(setup)
    const missed = [/no run/, /2 runs/, /no such change/].filter(
      (words) => !found.some((violation) => words.test(violation)),
    )
    if (missed.length > 0) throw new Error(`not detected: ${missed.join(', ')}`)
    return { violations: found, figures: 'each kind of damage was detected' }
  },
}
