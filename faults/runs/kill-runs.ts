import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
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
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { checkRuns, withPlatform } from './check-runs.ts'
import { makeWorkflow, type RunProject, startInsistently, startOne } from './run-project.ts'
import { openSink, type Sink } from './sink.ts'
import { checkWaits, startWaits } from './waits.ts'

const AT_ONCE = 20
const LATEST_MS = 1_500
/** Runs that wait through all or most rounds. */
const WAITS = 40
const WAIT_EACH_ROUND_MS = 4_000
const REDUCED: readonly Killable[] = ['all', 'restate', 'node', 'postgres']
/** Time limits are meaningful in full rounds; short rounds must not fail on a busy machine. */
const LIMIT_MS = { full: 60_000, reduced: 240_000 }
const FULL: readonly Killable[] = Array<readonly Killable[]>(7).fill(REDUCED).flat().slice(0, 25)

interface World {
  dataDir: string
  stack: Stack
  project: RunProject
  sink: Sink
  limitMs: number
}

const start = (dataDir: string, sink: Sink) =>
  startStack({ dataDir, env: { PLINTH_EGRESS_ALLOW: `127.0.0.1:${sink.port}` } })

async function open(limitMs: number): Promise<World> {
  const dataDir = makeDataDir()
  const sink = await openSink()
  const stack = await start(dataDir, sink)
  const token = await signIn(stack.address)
  const project = await makeWorkflow({ address: stack.address, token }, sink)
  return { dataDir, stack, project, sink, limitMs }
}

/** Brings the product back: restarts it if its own process was killed, otherwise waits for its self-healing. */
async function bringBack(setup: World, what: Killable): Promise<string[]> {
  if (what === 'all' || what === 'node') {
    setup.stack = await start(setup.dataDir, setup.sink)
    setup.project = { ...setup.project, address: setup.stack.address }
    return []
  }
  const back = await eventually(() => isReady(setup.stack.address), { limitMs: 90_000 })
  return back ? [] : [`kill -9 of ${what} left the product down`]
}

/** Starts runs, kills at a random time while they are running, and waits for all of them. */
async function harm(setup: World, round: { number: number; what: Killable }) {
  const { number, what } = round
  const asked = Array.from({ length: AT_ONCE }, async (_, index) => {
    await sleep(Math.random() * LATEST_MS)
    return { key: `r${number}-${index}`, id: await startOne(setup.project, `r${number}-${index}`) }
  })
  await sleep(Math.random() * LATEST_MS)
  setup.stack.kill(what)
  const problems = await bringBack(setup, what)
  const ids = new Set<string>()
  for (const { key, id } of await Promise.all(asked)) {
    // Unanswered requests are repeated with their key: one run, whichever request started it.
    const run = id ?? (await startInsistently(setup.project, key))
    if (run === undefined) problems.push(`${key} was not accepted`)
    else ids.add(run)
  }
  const { sink, limitMs } = setup
  problems.push(...(await checkRuns(setup.dataDir, { ids: [...ids], sink, limitMs })))
  return { ids: ids.size, problems }
}

async function end(setup: World): Promise<void> {
  await setup.stack.stop()
  setup.sink.close()
  removeDataDir(setup.dataDir)
}

async function run(rounds: readonly Killable[]): Promise<SuiteResult> {
  const setup = await open(rounds === FULL ? LIMIT_MS.full : LIMIT_MS.reduced)
  const violations: string[] = []
  const forMs = rounds.length * WAIT_EACH_ROUND_MS
  const waits = await startWaits(setup.project, { count: WAITS, forMs })
  let runs = 0
  for (const [number, what] of rounds.entries()) {
    const { ids, problems } = await harm(setup, { number, what })
    runs += ids
    console.log(
      `  round ${number + 1}: kill -9 ${what}, ${ids} runs, ${problems.length} violations`,
    )
    violations.push(...problems.map((words) => `round ${number + 1} (${what}): ${words}`))
  }
  const waited = await checkWaits(setup.dataDir, { ...setup, waits })
  violations.push(...waited.map((words) => `waits: ${words}`))
  const { asked } = setup.sink
  const again = [...asked.values()].filter((times) => times.length > 1).length
  await end(setup)
  const figures =
    `${rounds.length} rounds, ${runs} runs of ten nodes, ${asked.size} keyed effects, ` +
    `${again} of them repeated before they were recorded; ${WAITS} runs waited through it`
  return { violations, figures }
}

export const killRuns: Suite = {
  name: 'kill-runs',
  run: ({ full }) => run(full ? FULL : REDUCED),
  /** Plants each kind of damage: a run that never ends, a missing run, a node that ran again. */
  async prove() {
    const setup = await open(LIMIT_MS.reduced)
    const ids = await Promise.all([0, 1, 2].map((n) => startOne(setup.project, `prove-${n}`)))
    const [stuck = '', gone = '', again = ''] = ids.map(String)
    const before = await checkRuns(setup.dataDir, { ids: [stuck, gone, again], sink: setup.sink })
    if (before.length > 0) throw new Error(`not quiet before: ${before.join('; ')}`)
    await withPlatform(setup.dataDir, async (db) => {
      await db.query(sql`update run set status = 'running' where id = ${stuck}`)
      await db.query(sql`delete from run where id = ${gone}`)
    })
    setup.sink.asked.get(`${again}:n2`)?.push(Date.now() + 1_000)
    const limitMs = 1_000
    const problems = await checkRuns(setup.dataDir, {
      ids: [stuck, gone, again],
      sink: setup.sink,
      limitMs,
    })
    await end(setup)
    const missed = [/did not end/, /is gone/, /ran again/].filter(
      (words) => !problems.some((violation) => words.test(violation)),
    )
    if (missed.length > 0) throw new Error(`not detected: ${missed.join(', ')}`)
    return { violations: problems, figures: 'each kind of damage was detected' }
  },
}
