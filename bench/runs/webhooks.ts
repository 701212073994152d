import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../../faults/runs/check-runs.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import { openProject } from '../../faults/stack/make-workflow.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'

const PER_SECOND = 1_000
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const AT_ONCE = 100
/** Runs are slower than calls: after this time the number of unfinished runs is reported. */
const WATCHED_MS = Number(process.env.BENCH_DRAIN_SECONDS ?? 600) * 1000
const POLL_MS = 5_000
const BODY = JSON.stringify({ order: 17, items: [{ sku: 'a-1', count: 2 }], note: 'x'.repeat(200) })

interface Called {
  status: number
  runId: string
  ms: number
}

function post(url: URL, agent: Agent): Promise<Called> {
  const since = performance.now()
  return new Promise((resolve) => {
    const over = (status: number, runId = '') =>
      resolve({ status, runId, ms: performance.now() - since })
    const headers = { 'content-type': 'application/json', 'content-length': BODY.length }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => over(answer.statusCode ?? 0, /run_[0-9a-z]{26}/.exec(text)?.[0]))
    })
    sent.on('error', () => over(0))
    sent.end(BODY)
  })
}

/** Sends calls at a fixed rate, with at most one call in flight per connection. */
async function callSteadily(url: URL): Promise<{ called: Called[]; tookMs: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const startedAt = performance.now()
  const called: Called[] = []
  let sent = 0
  const worker = async () => {
    for (;;) {
      const elapsed = performance.now() - startedAt
      if (elapsed > SECONDS * 1000) return
      if (sent >= (elapsed / 1000) * PER_SECOND) {
        await sleep(1)
        continue
      }
      sent += 1
      called.push(await post(url, agent))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  agent.destroy()
  return { called, tookMs: performance.now() - startedAt }
}

const at = (sorted: readonly number[], part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)

interface Ended {
  /** Acknowledged calls that have a run. */
  known: number
  over: number
  failed: number
  /** Time until the last run ended, or until the timeout. */
  drainedMs: number
}

/** Waits until every run has ended, as long as there is progress, and logs the rate. */
async function untilOver(dataDir: string, ids: readonly string[]): Promise<Ended> {
  return withPlatform(dataDir, async (db) => {
    const look = async () => {
      const [row] = await db.query<Omit<Ended, 'drainedMs'>>(sql`
        select count(*)::int as known, (count(*) filter (where ended_at is not null))::int as over,
          (count(*) filter (where status in ('failed', 'cancelled')))::int as failed
        from run where id = any(${ids}::text[])`)
      return row ?? { known: 0, over: 0, failed: 0 }
    }
    const startedAt = performance.now()
    let seen = await look()
    await eventually(
      async () => {
        const before = seen.over
        seen = await look()
        console.log(`  ${seen.over} of ${ids.length} runs have ended, ${seen.over - before} more`)
        return seen.over === ids.length
      },
      { limitMs: WATCHED_MS, everyMs: POLL_MS },
    )
    return { ...seen, drainedMs: performance.now() - startedAt }
  })
}

/** Calls per second that a webhook accepts, and whether each acknowledged call is run. */
async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir, env: { PLINTH_WEBHOOK_RATE: '1000000' } })
  const { save } = await openProject(stack.address)
  const trigger = { kind: 'trigger-webhook', parameters: {} }
  const { triggers } = await save('Called', [trigger])
  const url = new URL(new URL(triggers[0]?.url ?? '').pathname, stack.address)
  await Promise.all(Array.from({ length: 50 }, () => post(url, new Agent())))
  const { called, tookMs } = await callSteadily(url)
  const taken = called.filter(({ status }) => status === 202)
  const ids = taken.map(({ runId }) => runId)
  const { known, over, failed, drainedMs } = await untilOver(dataDir, ids)
  await stack.stop()
  removeDataDir(dataDir)
  const rate = Math.round(taken.length / (tookMs / 1000))
  const runRate = Math.round(over / ((tookMs + drainedMs) / 1000))
  const times = taken.map(({ ms }) => ms).sort((a, b) => a - b)
  const refused = called.length - taken.length
  const violations = [
    ...(new Set(ids).size === ids.length ? [] : ['two acknowledgements name one run']),
    ...(known === ids.length ? [] : [`${ids.length - known} acknowledged calls have no run`]),
    ...(failed === 0 ? [] : [`${failed} runs did not succeed`]),
  ]
  const p50 = at(times, 0.5)
  const p99 = at(times, 0.99)
  const left = ids.length - over
  const figures =
    `${taken.length} calls acknowledged in ${Math.round(tookMs / 1000)} s, ${rate} per second ` +
    `(asked for ${PER_SECOND}), median ${p50} ms, p99 ${p99} ms, ${refused} refused; ` +
    `each has its run: ${over} over, ${left} left, ${runRate} runs per second`
  const acknowledged = taken.length
  return {
    figures,
    violations,
    result: {
      acknowledged,
      rate,
      refused,
      p50,
      p99,
      over,
      left,
      runRate,
      drainedMs: Math.round(drainedMs),
    },
  }
}

export const webhooks: Measurement = { name: 'webhooks', run: measure }
