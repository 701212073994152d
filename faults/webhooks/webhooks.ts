import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { eventually } from '../stack/eventually.ts'
import { openProject } from '../stack/make-workflow.ts'
import {
  isReady,
  type Killable,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { type Calls, callHook } from './call-hook.ts'
import { checkWebhookCalls } from './check-webhook-calls.ts'

const IN_TURN: readonly Killable[] = ['node', 'restate', 'postgres', 'all']
/** Acknowledged calls before a kill, and after the restart. */
const REDUCED = { rounds: 3, before: 40, after: 20, limitMs: 180_000 }
const FULL = { rounds: 20, before: 500, after: 250, limitMs: 600_000 }

interface World {
  dataDir: string
  stack: Stack
  workflowId: string
  path: string
  calls: Calls
}

const start = (dataDir: string) => startStack({ dataDir, env: { PLINTH_WEBHOOK_RATE: '1000000' } })

async function open(): Promise<World> {
  const dataDir = makeDataDir()
  const stack = await start(dataDir)
  const { save } = await openProject(stack.address)
  const { id, triggers } = await save('Called', [{ kind: 'trigger-webhook', parameters: {} }])
  const path = new URL(triggers[0]?.url ?? '').pathname
  return { dataDir, stack, workflowId: id, path, calls: new Map() }
}

async function end(setup: World): Promise<void> {
  await setup.stack.stop()
  removeDataDir(setup.dataDir)
}

async function bringBack(setup: World, what: Killable): Promise<string[]> {
  if (what === 'all' || what === 'node') {
    setup.stack = await start(setup.dataDir)
    return []
  }
  const back = await eventually(() => isReady(setup.stack.address), { limitMs: 90_000 })
  return back ? [] : [`kill -9 of ${what} left the product down`]
}

const countTaken = ({ calls }: World) =>
  [...calls.values()].filter((runId) => runId !== undefined).length

async function untilTaken(setup: World, more: number): Promise<void> {
  const wanted = countTaken(setup) + more
  await eventually(() => countTaken(setup) >= wanted, { limitMs: 180_000, everyMs: 5 })
}

/** Calls without pause, kills in the middle, and continues until calls are acknowledged again. */
async function harm(setup: World, what: Killable, { before, after }: typeof FULL) {
  const stop = new AbortController()
  const url = () => `${setup.stack.address}${setup.path}`
  const calling = callHook({ url, calls: setup.calls }, stop.signal)
  await untilTaken(setup, before)
  await sleep(Math.random() * 30)
  setup.stack.kill(what)
  const problems = await bringBack(setup, what)
  await untilTaken(setup, after)
  stop.abort()
  await calling
  return problems
}

async function run(counts: typeof FULL): Promise<SuiteResult> {
  const setup = await open()
  const violations: string[] = []
  for (let number = 0; number < counts.rounds; number += 1) {
    const what = IN_TURN[number % IN_TURN.length] ?? 'all'
    const problems = await harm(setup, what, counts)
    const { dataDir, workflowId, calls } = setup
    const { limitMs } = counts
    problems.push(...(await checkWebhookCalls(dataDir, { workflowId, calls, limitMs })))
    console.log(
      `  round ${number + 1}: kill -9 ${what}, ${countTaken(setup)} of ${calls.size} calls ` +
        `acknowledged so far, ${problems.length} violations`,
    )
    violations.push(...problems.map((words) => `round ${number + 1} (${what}): ${words}`))
    if (problems.length > 0) break
  }
  const figures =
    `${counts.rounds} kills, ${countTaken(setup)} calls acknowledged, each with one run that ended; ` +
    `${setup.calls.size - countTaken(setup)} got no answer, none of them has two`
  await end(setup)
  return { violations, figures }
}

export const webhooks: Suite = {
  name: 'webhooks',
  run: ({ full }) => run(full ? FULL : REDUCED),
  /** Plants each kind of damage: a lost run, one that ran twice, one that never ends. */
  async prove() {
    const setup = await open()
    const { dataDir, workflowId, calls } = setup
    const stop = new AbortController()
    const url = () => `${setup.stack.address}${setup.path}`
    const calling = callHook({ url, calls }, stop.signal)
    await untilTaken(setup, 12)
    stop.abort()
    await calling
    const before = await checkWebhookCalls(dataDir, { workflowId, calls, limitMs: REDUCED.limitMs })
    if (before.length > 0) throw new Error(`not quiet before: ${before.join('; ')}`)
    const [lost = '', twice = '', stuck = ''] = [...calls.values()].map(String)
    await withPlatform(dataDir, async (db) => {
      await db.query(sql`delete from run where id = ${lost}`)
      await db.query(sql`update run set status = 'running', ended_at = null where id = ${stuck}`)
      await db.query(sql`
        insert into run (id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
          concurrency, trigger, payload, status, ended_at)
        select id || 'a', project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
          concurrency, trigger, payload, status, ended_at from run where id = ${twice}`)
    })
    const problems = await checkWebhookCalls(dataDir, { workflowId, calls, limitMs: 1_000 })
    await end(setup)
    const missed = [/no run/, /2 runs/, /did not end/].filter(
      (words) => !problems.some((violation) => words.test(violation)),
    )
    if (missed.length > 0) throw new Error(`not detected: ${missed.join(', ')}`)
    return { violations: problems, figures: 'each kind of damage was detected' }
  },
}
