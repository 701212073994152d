import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../../faults/runs/check-runs.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import { openProject } from '../../faults/stack/make-workflow.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'

const WORKFLOWS = 100
const IN_EACH = 100
const SCHEDULES = WORKFLOWS * IN_EACH
/** Schedules are spread over half an hour, five or six per second. */
const SPREAD_SECONDS = 1_800
const WATCHED_MS = 180_000

const cronOf = (number: number) => {
  const second = number % SPREAD_SECONDS
  const minute = Math.floor(second / 60)
  return `${second % 60} ${minute},${minute + 30} * * * *`
}

interface Late extends Record<string, unknown> {
  ms: number
  key: string
}

/** With thousands of schedules, how late each of their runs is recorded. */
async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const { save } = await openProject(stack.address)
  const startedAt = performance.now()
  for (let workflow = 0; workflow < WORKFLOWS; workflow += 1) {
    const triggers = Array.from({ length: IN_EACH }, (_, at) => ({
      kind: 'trigger-schedule',
      parameters: { cron: cronOf(workflow * IN_EACH + at), missed: 'skip' },
    }))
    await save(`Schedules ${workflow}`, triggers)
  }
  const savedMs = performance.now() - startedAt
  const late = await withPlatform(dataDir, async (db) => {
    // Timers are set by the outbox; the measurement starts when all of them are.
    await eventually(
      async () => {
        const [row] = await db.query<{ left: number }>(sql`
          select count(*)::int as left from outbox where topic = 'syncSchedule'`)
        return row?.left === 0
      },
      { limitMs: 300_000 },
    )
    const from = new Date(Date.now() + 5_000)
    const to = new Date(from.getTime() + WATCHED_MS)
    await sleep(WATCHED_MS + 20_000)
    return db.query<Late>(sql`
      select extract(epoch from created_at - (payload::json ->> 'scheduledFor')::timestamptz)::float8
        * 1000 as ms, event_key as key
      from run where trigger = 'schedule' and (payload::json ->> 'scheduledFor')::timestamptz
        between ${from} and ${to} order by 1`)
  })
  await stack.stop()
  removeDataDir(dataDir)
  const at = (part: number) => Math.round(late[Math.floor((late.length - 1) * part)]?.ms ?? 0)
  const expected = Math.floor(SCHEDULES / SPREAD_SECONDS) * (WATCHED_MS / 1000)
  const tolerance = Math.ceil((SCHEDULES / SPREAD_SECONDS) * 2)
  const violations = [
    ...(late.length >= expected - tolerance ? [] : [`${late.length} runs, ${expected} were due`]),
    ...(new Set(late.map(({ key }) => key)).size === late.length
      ? []
      : ['a scheduled time ran twice']),
  ]
  const figures =
    `${SCHEDULES} schedules (saved in ${Math.round(savedMs / 1000)} s), ${late.length} times of at ` +
    `least ${expected} in ${WATCHED_MS / 1000} s ran; late by ${at(0.5)} ms at the median, ` +
    `${at(0.99)} ms at p99, ${at(1)} ms at most`
  return {
    figures,
    violations,
    result: { schedules: SCHEDULES, ran: late.length, p50: at(0.5), p99: at(0.99), most: at(1) },
  }
}

export const schedules: Measurement = { name: 'schedules', run: measure }
