import { openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { call, signIn } from '../../faults/stack/call.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, quantile, round } from '../measure/statistics.ts'
import { fillRuns, untilCounted } from './fill-runs.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 1_000_000)
const FILL = { runs: RUNS, days: 30, workflows: 20 }
const TIMES = 30
const AIM_MS = 300
const DAY_MS = 86_400_000

interface Asking {
  address: string
  projectId: string
  token: string
}

async function get({ address, projectId, token }: Asking, path: string): Promise<unknown> {
  const answer = await fetch(`${address}/api/project/${projectId}/run${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const workflowId = `wfl_${'7'.padStart(26, '0')}`
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Requests of the screen when it opens, filters and pages. */
function viewsOf(halfway: string): Record<string, string[]> {
  const week = `from=${ago(7)}`
  const month = `from=${ago(30)}`
  return {
    'the page as it opens': [`?${week}`, `/chart?${week}`],
    'the page over a month': [`?${month}`, `/chart?${month}`],
    'one workflow over a month': [
      `?${month}&workflowId=${workflowId}`,
      `/chart?${month}&workflowId=${workflowId}`,
    ],
    'any time': ['', `/chart?from=${ago(90)}`],
    'failed only': ['?status=failed'],
    'cancelled only': ['?status=cancelled'],
    'running only': ['?status=running'],
    'by schedule': ['?trigger=schedule', `/chart?${month}&trigger=schedule`],
    'failed ones of one workflow': [`?workflowId=${workflowId}&status=failed`],
    'a day three weeks ago': [`?from=${ago(22)}&to=${ago(21)}`],
    'half a million runs on': [`?cursor=${halfway}`],
  }
}

interface View {
  name: string
  medianMs: number
  p95Ms: number
}

async function measureViews(asking: Asking, halfway: string): Promise<View[]> {
  const views: View[] = []
  for (const [name, paths] of Object.entries(viewsOf(halfway))) {
    const times: number[] = []
    for (let sample = 0; sample < TIMES + 3; sample += 1) {
      const startedAt = performance.now()
      await Promise.all(paths.map((path) => get(asking, path)))
      if (sample >= 3) times.push(performance.now() - startedAt)
    }
    const view = { name, medianMs: round(median(times), 1), p95Ms: round(quantile(times, 0.95), 1) }
    console.log(`  ${name}: median ${view.medianMs} ms, p95 ${view.p95Ms} ms`)
    views.push(view)
  }
  return views
}

/** The history of a million runs over HTTP. */
async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const db = openDatabase({
    url: embeddedDatabaseUrl(dataDir),
    maxConnections: 1,
    onError: () => undefined,
  })
  try {
    const { address } = stack
    const token = await signIn(address)
    const body = { name: 'History', cloned: false }
    await call({ address, token }, { method: 'POST', path: '/api/project', body })
    const [place] = await db.query<{ environmentId: string; projectId: string }>(sql`
      select id as "environmentId", project_id as "projectId" from environment where name = 'dev'`)
    if (!place) throw new Error('no project was created')
    await fillRuns(db, { ...FILL, environmentId: place.environmentId })
    const countedMs = Math.round(await untilCounted(db))
    console.log(`  ${RUNS} runs were aggregated in ${countedMs} ms`)
    const [half] = await db.query<{ id: string }>(sql`
      select id from run order by id desc offset ${Math.floor(RUNS / 2)} limit 1`)
    const views = await measureViews({ address, projectId: place.projectId, token }, half?.id ?? '')
    const worst = views.reduce((one, other) => (other.medianMs > one.medianMs ? other : one))
    const [opening] = views
    return {
      figures: `${RUNS} runs: the page opens in ${opening?.medianMs} ms (p95 ${opening?.p95Ms}); slowest view "${worst.name}", ${worst.medianMs} ms; counted in ${countedMs} ms`,
      violations: views
        .filter(({ medianMs }) => medianMs > AIM_MS)
        .map(({ name, medianMs }) => `${name} took ${medianMs} ms; the aim is ${AIM_MS}`),
      result: { runs: RUNS, aimMs: AIM_MS, countedMs, views },
    }
  } finally {
    await db.close()
    await stack.stop()
    removeDataDir(dataDir)
  }
}

export const runHistory: Measurement = { name: 'run-history', run: measure }
