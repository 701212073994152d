import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { checkRuns, withPlatform } from '../runs/check-runs.ts'
import { openSink, type Sink } from '../runs/sink.ts'
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
import {
  type ApprovalProject,
  CHAIN,
  decideInsistently,
  makeApprovalProject,
  startAsking,
} from './approval-project.ts'
import { checkDecided, checkExpired, type Expected, readApprovals } from './check-approvals.ts'

const LATEST_MS = 1_500
const KILLS: readonly Killable[] = ['all', 'restate', 'node', 'postgres']
const DAY_SECONDS = 86_400
const DEADLINE_SECONDS = 5
interface Size {
  kills: readonly Killable[]
  approvals: number
  expiring: number
  /** Meaningful in full rounds; short rounds must not fail on a busy machine. */
  lateMs: number
}
const REDUCED: Size = { kills: KILLS, approvals: 24, expiring: 10, lateMs: 10_000 }
const FULL: Size = {
  kills: [...KILLS, ...KILLS, 'all', 'postgres'],
  approvals: 1_000,
  expiring: 100,
  lateMs: 2_000,
}

interface World {
  dataDir: string
  stack: Stack
  project: ApprovalProject
  sink: Sink
}

/** Characters of the product's output that are shown if it ends. */
const SHOWN_OUTPUT = 5_000

const start = (dataDir: string, sink: Sink) =>
  startStack({ dataDir, env: { PLINTH_EGRESS_ALLOW: `127.0.0.1:${sink.port}` } })

async function open(): Promise<World> {
  const dataDir = makeDataDir()
  const sink = await openSink()
  const stack = await start(dataDir, sink)
  const at = { address: stack.address, token: await signIn(stack.address) }
  return { dataDir, stack, sink, project: await makeApprovalProject(at) }
}

async function end({ stack, sink, dataDir }: World): Promise<void> {
  await stack.stop()
  sink.close()
  removeDataDir(dataDir)
}

async function bringBack(setup: World, what: Killable): Promise<string[]> {
  if (what === 'all' || what === 'node') {
    setup.stack = await start(setup.dataDir, setup.sink)
    setup.project = { ...setup.project, address: setup.stack.address }
    return []
  }
  const { stack } = setup
  const back = await eventually(async () => stack.hasEnded() || isReady(stack.address), {
    limitMs: 90_000,
  })
  if (stack.hasEnded())
    throw new Error(`kill -9 of ${what} ended the product:\n${stack.output().slice(-SHOWN_OUTPUT)}`)
  return back ? [] : [`kill -9 of ${what} left the product down`]
}

/** Waits until every run has asked; returns the approvals with their runs. */
async function untilAsked({ dataDir }: World, runIds: readonly string[]) {
  let found: { id: string; runId: string }[] = []
  const isAsked = async () => {
    found = await readApprovals(dataDir, runIds)
    return found.length === runIds.length
  }
  if (!(await eventually(isAsked, { limitMs: 240_000, everyMs: 500 })))
    throw new Error(`${runIds.length - found.length} runs did not ask`)
  return found
}

/** Both people decide each approval at once; answers that were lost are asked for again. */
async function decideAll(
  setup: World,
  asked: readonly { id: string; runId: string }[],
): Promise<Expected[]> {
  const project = () => setup.project
  return Promise.all(
    asked.map(async ({ id, runId }) => {
      await sleep(Math.random() * LATEST_MS)
      const { token, otherToken } = setup.project
      const [first, second] = await Promise.all([
        decideInsistently(project, { id, token, decision: 'approve' }),
        decideInsistently(project, { id, token: otherToken, decision: 'reject' }),
      ])
      const states = [
        ...first.filter((status) => status === 200).map(() => 'approved'),
        ...second.filter((status) => status === 200).map(() => 'rejected'),
      ]
      return { runId, states }
    }),
  )
}

async function expire(setup: World, size: Size) {
  const { sink, dataDir, project } = setup
  const given = { count: size.expiring, sink, seconds: DEADLINE_SECONDS, name: 'Expires' }
  const ids = await startAsking(project, given)
  const problems = await checkRuns(dataDir, { ids, sink, chain: CHAIN, limitMs: 120_000 })
  const expired = await checkExpired(dataDir, { ids, lateMs: size.lateMs })
  return { ...expired, problems: [...problems, ...expired.problems] }
}

async function run(size: Size): Promise<SuiteResult> {
  const setup = await open()
  const { sink, dataDir } = setup
  const given = { count: size.approvals, sink, seconds: DAY_SECONDS, name: 'Waits' }
  const ids = await startAsking(setup.project, given)
  const waiting = await untilAsked(setup, ids)
  const each = Math.ceil(waiting.length / size.kills.length)
  const violations: string[] = []
  for (const [number, what] of size.kills.entries()) {
    const decided = decideAll(setup, waiting.slice(number * each, (number + 1) * each))
    await sleep(Math.random() * LATEST_MS)
    setup.stack.kill(what)
    const problems = await bringBack(setup, what)
    const expected = await decided
    const runIds = expected.map(({ runId }) => runId)
    // First, because it waits for a database that is starting again.
    problems.push(
      ...(await checkRuns(dataDir, { ids: runIds, sink, chain: CHAIN, limitMs: 240_000 })),
    )
    problems.push(...(await checkDecided(dataDir, expected)))
    console.log(
      `  round ${number + 1}: kill -9 ${what}, ${runIds.length} approvals, ${problems.length} violations`,
    )
    violations.push(...problems.map((words) => `round ${number + 1} (${what}): ${words}`))
  }
  const { problems, medianMs, latestMs } = await expire(setup, size)
  violations.push(...problems.map((words) => `deadlines: ${words}`))
  await end(setup)
  const figures =
    `${size.approvals} approvals waited through ${size.kills.length} kills, two people decided each at once; ` +
    `${size.expiring} deadlines, ${Math.round(medianMs)} ms late at the median and ${Math.round(latestMs)} ms at most`
  return { violations, figures }
}

export const approvals: Suite = {
  name: 'approvals',
  run: ({ full }) => run(full ? FULL : REDUCED),
  /** Plants each kind of damage: a lost approval, a second decision, another state than was acknowledged. */
  async prove() {
    const setup = await open()
    const { sink, dataDir } = setup
    const given = { count: 3, sink, seconds: DAY_SECONDS, name: 'Prove' }
    const asked = await untilAsked(setup, await startAsking(setup.project, given))
    const expected = await decideAll(setup, asked)
    const before = await checkDecided(dataDir, expected)
    if (before.length > 0) throw new Error(`not quiet before: ${before.join('; ')}`)
    const [gone = '', twice = '', other = ''] = expected.map(({ runId }) => runId)
    await withPlatform(dataDir, async (db) => {
      await db.query(sql`delete from approval where run_id = ${gone}`)
      await db.query(sql`
        insert into approval_decision
          (approval_id, escalated, decider, approver, email, decision, form_values, comment)
        select id, false, 'x', 'x', 'x', 'approve', '{}', '' from approval where run_id = ${twice}`)
      await db.query(sql`update approval set state = 'expired' where run_id = ${other}`)
    })
    const problems = await checkDecided(dataDir, expected)
    await end(setup)
    const missed = [/is gone/, /has 2 decisions/, /and is expired/].filter(
      (words) => !problems.some((violation) => words.test(violation)),
    )
    if (missed.length > 0) throw new Error(`not detected: ${missed.join(', ')}`)
    return { violations: problems, figures: 'each kind of damage was detected' }
  },
}
