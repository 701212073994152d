import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { eventually } from '../stack/eventually.ts'
import { openProject } from '../stack/make-workflow.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { withPlatform } from './check-runs.ts'

const WAITING = 5
/** The poll for lost tasks must miss a run twice before it is declared lost and its slot is freed. */
const FIRES_WITHIN_MS = 180_000
const ENDS_WITHIN_MS = 120_000
/** A tick is running for most of the interval. */
const EVERY_S = 10
const TICK_S = 8

interface Seen extends Record<string, unknown> {
  open: number
  told: number
}

async function lookAtWaiting(dataDir: string): Promise<Seen> {
  const [row] = await withPlatform(dataDir, (db) =>
    db.query<Seen>(sql`
      select (count(*) filter (where ended_at is null))::int as open,
        (count(*) filter (where status = 'failed' and error_message like '%durable runtime%'))::int as told
      from run where workflow_name = 'Waits'`),
  )
  return row ?? { open: 0, told: 0 }
}

const ringsAfter = (dataDir: string, since: Date) =>
  eventually(
    () =>
      withPlatform(dataDir, async (db) => {
        const [row] = await db.query<{ rang: boolean }>(sql`
          select exists (select from run where workflow_name = 'Ticks' and status = 'succeeded'
            and created_at > ${since}) as rang`)
        return row?.rang === true
      }),
    { limitMs: FIRES_WITHIN_MS, everyMs: 200 },
  )

/** Whether a tick is running that started within this many seconds. */
const isTicking = (dataDir: string, seconds = 3_600) =>
  withPlatform(dataDir, async (db) => {
    const rows = await db.query(sql`
      select from run where workflow_name = 'Ticks' and status = 'waiting'
        and started_at > now() - make_interval(secs => ${seconds})`)
    return rows.length > 0
  })

/** Leaves a project as if the lost runtime was provisioning it. */
const leaveHalfMade = (dataDir: string) =>
  withPlatform(dataDir, async (db) => {
    await db.query(sql`update project set state = 'provisioning'`)
    await db.query(sql`insert into open_task (id, topic, key, enqueued_at)
      select nextval(pg_get_serial_sequence('outbox', 'id')), 'provisionProject', id,
        now() - interval '5 minutes' from project`)
  })

const isWhole = (dataDir: string) =>
  withPlatform(dataDir, async (db) => {
    const rows = await db.query(sql`select from project where state <> 'ready'
      union all select from open_task`)
    return rows.length === 0
  })

/** A schedule whose runs share one slot, and runs that wait for an hour. */
async function open(dataDir: string) {
  const stack = await startStack({ dataDir })
  const { saveChain } = await openProject(stack.address)
  const ticks = [
    { kind: 'trigger-schedule', parameters: { cron: `*/${EVERY_S} * * * * *` } },
    { kind: 'wait', parameters: { amount: TICK_S, unit: 'seconds' } },
  ]
  await saveChain('Ticks', ticks, 1)
  const { triggers } = await saveChain('Waits', [
    { kind: 'trigger-webhook', parameters: {} },
    { kind: 'wait', parameters: { amount: 1, unit: 'hours' } },
  ])
  const url = new URL(new URL(triggers[0]?.url ?? '').pathname, stack.address)
  for (let at = 0; at < WAITING; at += 1) await fetch(url, { method: 'POST' })
  const waits = await eventually(
    () =>
      withPlatform(dataDir, async (db) => {
        const rows = await db.query(
          sql`select from run where workflow_name = 'Waits' and status = 'waiting'`,
        )
        return rows.length === WAITING
      }),
    { limitMs: 60_000 },
  )
  if (!waits || !(await ringsAfter(dataDir, new Date(0)))) throw new Error('nothing ran before')
  return stack
}

/** Stops the product, deletes the durable runtime's data, and starts it again. */
async function lose(harm?: (dataDir: string) => Promise<void>) {
  const dataDir = makeDataDir()
  const first = await open(dataDir)
  // One of its runs is lost with the runtime and holds the only slot, so all later runs queue behind it.
  // It has just started, so that it cannot end before the product has stopped.
  if (!(await eventually(() => isTicking(dataDir, 3), { limitMs: 60_000 })))
    throw new Error('no tick was running')
  await leaveHalfMade(dataDir)
  await harm?.(dataDir)
  await first.stop()
  rmSync(join(dataDir, 'restate', 'data'), { recursive: true })
  const since = new Date()
  const second = await startStack({ dataDir })
  if (!(await isTicking(dataDir))) throw new Error('the running tick ended before the stop')
  const violations: string[] = []
  if (!(await ringsAfter(dataDir, since))) violations.push('the schedule did not come back')
  const isOver = async () => (await lookAtWaiting(dataDir)).open === 0
  await eventually(isOver, { limitMs: ENDS_WITHIN_MS, everyMs: 200 })
  const { open: left, told } = await lookAtWaiting(dataDir)
  if (left > 0) violations.push(`${left} runs wait forever`)
  if (told < WAITING) violations.push(`${WAITING - told} lost runs do not say why they failed`)
  if (!(await eventually(() => isWhole(dataDir), { limitMs: ENDS_WITHIN_MS, everyMs: 200 })))
    violations.push('a project is stuck in provisioning')
  await second.stop()
  removeDataDir(dataDir)
  return violations
}

async function run(): Promise<SuiteResult> {
  const figures = `the runtime's data was lost: a schedule fired again behind a lost run, ${WAITING} waiting runs ended with the reason, a half-provisioned project was completed`
  return { violations: await lose(), figures }
}

export const lostRuntime: Suite = {
  name: 'lost-runtime',
  run,
  /** A schedule that the platform does not record as active must stay missing. */
  async prove() {
    const harm = (dataDir: string) =>
      withPlatform(dataDir, async (db) => {
        await db.query(sql`update trigger set active = false`)
      })
    const violations = await lose(harm)
    return { violations, figures: 'a missing schedule was detected' }
  },
}
