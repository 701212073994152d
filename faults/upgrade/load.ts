import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { type BackupProject, makeBackupProject } from '../backup/backup-project.ts'
import { readTable } from '../backup/check-backup.ts'
import { startWriters } from '../backup/writers.ts'
import { checkRuns, withPlatform } from '../runs/check-runs.ts'
import { makeWorkflow, type RunProject, startOne } from '../runs/run-project.ts'
import type { Sink } from '../runs/sink.ts'
import { type Caller, signIn } from '../stack/call.ts'
import { openProject } from '../stack/make-workflow.ts'
import type { Front } from './front.ts'

const WRITERS = 2
const EVERY_MS = 500
const TICK_S = 2
const TICKS = 'Ticks'

/** Projects under load: rows, runs and a schedule. */
export interface Loaded {
  rows: BackupProject
  runs: RunProject
}

/** Makes the projects; the schedule ticks from then on. */
export async function makeLoaded(caller: Caller, sink: Sink): Promise<Loaded> {
  const rows = await makeBackupProject(caller, { database: 'postgres', rows: 0, files: 0 })
  const runs = await makeWorkflow(caller, sink)
  const { save } = await openProject(caller.address)
  const parameters = { cron: `*/${TICK_S} * * * * *`, missed: 'all' }
  await save(TICKS, [{ kind: 'trigger-schedule', parameters }])
  return { rows, runs }
}

/** Repeats a request without pause between the answers of two until it is stopped; counts the failed ones. */
function repeat(request: () => Promise<boolean>, isStopped: () => boolean) {
  const counted = { sent: 0, failed: 0 }
  const go = async () => {
    while (!isStopped()) {
      counted.sent += 1
      if (!(await request().catch(() => false))) counted.failed += 1
      await sleep(EVERY_MS)
    }
  }
  return { counted, ended: go() }
}

/** Times of the schedule that have no run, from the first run to the last. */
async function findMissedTicks(dataDir: string): Promise<string[]> {
  const rows = await withPlatform(dataDir, (db) =>
    db.query<{ at: string }>(sql`
      select payload::json ->> 'scheduledFor' as at from run
      where workflow_name = ${TICKS} order by 1`),
  )
  const times = rows.map(({ at }) => Date.parse(at))
  const [first = 0] = times
  const count = ((times.at(-1) ?? 0) - first) / (TICK_S * 1_000) + 1
  const due = Array.from({ length: count }, (_, at) => first + at * TICK_S * 1_000)
  const missed = due.filter((time) => !times.includes(time))
  const repeated = times.filter((time, at) => times.indexOf(time) !== at)
  const say = (time: number) => new Date(time).toISOString()
  return [
    ...(times.length === 0 ? ['the schedule never fired'] : []),
    ...missed.map((time) => `the schedule has no run for ${say(time)}`),
    ...repeated.map((time) => `the schedule has two runs for ${say(time)}`),
  ]
}

/** Writes, starts runs and signs in without retries until it is stopped. */
export function startLoad(
  front: Pick<Front, 'address'>,
  { loaded, token, sink }: { loaded: Loaded; token: string; sink: Sink },
) {
  let isStopped = false
  const ids: string[] = []
  const caller = () => ({ address: front.address(), token })
  const writers = startWriters(caller, { project: loaded.rows, count: WRITERS })
  const runs = repeat(
    async () => {
      const place = { ...loaded.runs, address: front.address() }
      const id = await startOne(place, `run-${ids.length}-${Date.now()}`)
      if (id !== undefined) ids.push(id)
      return id !== undefined
    },
    () => isStopped,
  )
  const signIns = repeat(
    async () => (await signIn(front.address())) !== '',
    () => isStopped,
  )
  const countWrites = () => {
    const sent = writers.clients.reduce((sum, { started }) => sum + started, 0)
    const done = writers.clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
    return { sent, failed: sent - done }
  }
  return {
    /** How many writes were acknowledged so far. */
    countDone: () => countWrites().sent - countWrites().failed,
    async stop() {
      isStopped = true
      await Promise.all([writers.stop(), runs.ended, signIns.ended])
    },
    /** What failed, is lost, or is there twice. */
    async check(dataDir: string): Promise<{ violations: string[]; figures: string }> {
      const counts = { writes: countWrites(), runs: runs.counted, 'sign-ins': signIns.counted }
      const violations = Object.entries(counts).flatMap(([what, { sent, failed }]) =>
        failed > 0 ? [`${failed} of ${sent} ${what} failed`] : [],
      )
      const { projectId } = loaded.rows
      const rows = await readTable(caller(), { projectId, table: 'second' })
      const held = rows.map(({ client, n }) => `${client}/${n}`)
      const wanted = writers.clients.flatMap(({ number, acknowledged }) =>
        [...acknowledged].map((n) => `${number}/${n}`),
      )
      const stored = new Set(held)
      violations.push(
        ...wanted.filter((one) => !stored.has(one)).map((one) => `row ${one} is lost`),
      )
      if (held.length !== stored.size) violations.push('rows are stored twice')
      violations.push(...(await checkRuns(dataDir, { ids, sink })))
      violations.push(...(await findMissedTicks(dataDir)))
      const figures = Object.entries(counts).map(([what, { sent }]) => `${sent} ${what}`)
      return { violations, figures: figures.join(', ') }
    },
  }
}
