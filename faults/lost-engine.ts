import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../apps/server/src/platform/sql.ts'
import { openProject } from '../bench/triggers/make-workflow.ts'
import { eventually } from './eventually.ts'
import { withPlatform } from './runs/judge.ts'
import { makeDataDir, removeDataDir, startStack } from './stack.ts'
import type { Suite, SuiteResult } from './suite.ts'

const WAITING = 5
const RINGS_WITHIN_MS = 20_000
/** The look-out wants to miss a run twice before it says that it is lost. */
const ENDS_WITHIN_MS = 180_000

interface Seen extends Record<string, unknown> {
  open: number
  told: number
}

async function lookAtWaiting(dataDir: string): Promise<Seen> {
  const [row] = await withPlatform(dataDir, (db) =>
    db.query<Seen>(sql`
      select (count(*) filter (where ended_at is null))::int as open,
        (count(*) filter (where status = 'failed' and error_message like '%durable engine%'))::int as told
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
    { limitMs: RINGS_WITHIN_MS, everyMs: 200 },
  )

/** A schedule that rings each second, and runs that would wait for an hour. */
async function open(dataDir: string) {
  const stack = await startStack({ dataDir })
  const { save, saveChain } = await openProject(stack.address)
  await save('Ticks', [{ kind: 'trigger-schedule', parameters: { cron: '* * * * * *' } }])
  const { triggers } = await saveChain('Waits', [
    { kind: 'trigger-webhook', parameters: {} },
    { kind: 'wait', parameters: { amount: 1, unit: 'hours' } },
  ])
  const url = new URL(new URL(triggers[0]?.url ?? '').pathname, stack.address)
  for (let at = 0; at < WAITING; at += 1) await fetch(url, { method: 'POST' })
  const waits = await eventually(
    () =>
      withPlatform(dataDir, async (db) => {
        const rows = await db.query(sql`select from run where status = 'waiting'`)
        return rows.length === WAITING
      }),
    { limitMs: 20_000 },
  )
  if (!waits || !(await ringsAfter(dataDir, new Date(0)))) throw new Error('nothing ran before')
  return stack
}

/** Stops the product, takes the durable engine's data away, and starts it again. */
async function lose(options: { full: boolean; harm?: (dataDir: string) => Promise<void> }) {
  const dataDir = makeDataDir()
  const first = await open(dataDir)
  await options.harm?.(dataDir)
  await first.stop()
  rmSync(join(dataDir, 'restate', 'data'), { recursive: true })
  const since = new Date()
  const second = await startStack({ dataDir })
  const violations: string[] = []
  if (!(await ringsAfter(dataDir, since))) violations.push('the schedule did not come back')
  if (options.full) {
    const isOver = async () => (await lookAtWaiting(dataDir)).open === 0
    await eventually(isOver, { limitMs: ENDS_WITHIN_MS, everyMs: 1_000 })
    const { open: left, told } = await lookAtWaiting(dataDir)
    if (left > 0) violations.push(`${left} runs wait for ever`)
    if (told < WAITING) violations.push(`${WAITING - told} lost runs do not say why they failed`)
  }
  await second.stop()
  removeDataDir(dataDir)
  return violations
}

async function run({ full }: { full: boolean }): Promise<SuiteResult> {
  const violations = await lose({ full })
  const words = full ? `, ${WAITING} waiting runs ended with the reason` : ''
  return { violations, figures: `the engine's data was lost: schedules rang again${words}` }
}

export const lostEngine: Suite = {
  name: 'lost-engine',
  run,
  /** A schedule that the platform does not know to be active must not come back, and be missed. */
  async prove() {
    const harm = (dataDir: string) =>
      withPlatform(dataDir, async (db) => {
        await db.query(sql`update trigger set active = false`)
      })
    const violations = await lose({ full: false, harm })
    return { violations, figures: 'a schedule that stayed away was noticed' }
  },
}
