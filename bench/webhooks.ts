import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../apps/server/src/platform/sql.ts'
import { eventually } from '../faults/eventually.ts'
import { withPlatform } from '../faults/runs/judge.ts'
import { makeDataDir, removeDataDir, startStack } from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'
import { openProject } from './triggers/make-workflow.ts'

const PER_SECOND = 1_000
const SECONDS = 30
const AT_ONCE = 100
const DRAINED_WITHIN_MS = 15 * 60_000
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

/** Calls at most so many times a second, and never more at once than it has connections. */
async function callSteadily(url: URL): Promise<{ called: Called[]; tookMs: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const begun = performance.now()
  const called: Called[] = []
  let sent = 0
  const worker = async () => {
    for (;;) {
      const elapsed = performance.now() - begun
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
  return { called, tookMs: performance.now() - begun }
}

const at = (sorted: readonly number[], part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)

/** How many calls a second a webhook takes, and whether each that was acknowledged has its run. */
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
  const begun = performance.now()
  const { known, left } = await withPlatform(dataDir, async (db) => {
    const rows = await db.query<{ id: string }>(sql`
      select id from run where id = any(${ids}::text[])`)
    const open = async () => {
      const [row] = await db.query<{ left: number }>(sql`
        select count(*)::int as left from run where id = any(${ids}::text[]) and status <> 'succeeded'`)
      return row?.left ?? ids.length
    }
    await eventually(async () => (await open()) === 0, { limitMs: DRAINED_WITHIN_MS })
    return { known: rows.length, left: await open() }
  })
  const drainedMs = performance.now() - begun + tookMs
  await stack.stop()
  removeDataDir(dataDir)
  const rate = Math.round(taken.length / (tookMs / 1000))
  const times = taken.map(({ ms }) => ms).sort((a, b) => a - b)
  const refused = called.length - taken.length
  const violations = [
    ...(new Set(ids).size === ids.length ? [] : ['two acknowledgements name one run']),
    ...(known === ids.length ? [] : [`${ids.length - known} acknowledged calls have no run`]),
    ...(left === 0 ? [] : [`${left} runs did not succeed`]),
  ]
  const runsPerSecond = Math.round(taken.length / (drainedMs / 1000))
  return {
    figures:
      `${taken.length} calls acknowledged in ${Math.round(tookMs / 1000)} s, ${rate} per second ` +
      `(asked for ${PER_SECOND}), median ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, ` +
      `${refused} refused; all run ${Math.round(drainedMs / 1000)} s after the first, ${runsPerSecond} runs per second`,
    violations,
    result: {
      acknowledged: taken.length,
      rate,
      refused,
      p50: at(times, 0.5),
      p99: at(times, 0.99),
      runsPerSecond,
    },
  }
}

export const webhooks: Measurement = { name: 'webhooks', run: measure }
