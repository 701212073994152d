import { createHash } from 'node:crypto'
import type { OutboxEntry } from '../platform/outbox-store.ts'
import { type EngineTarget, promiseOf, targetOf } from './engine-target.ts'
import { type EngineAnswer, postToEngine } from './post-to-engine.ts'
import { HANDOVER, RUNS, SCHEDULES, TASKS } from './service-names.ts'

/** Speaks to the engine's ingress and admin addresses, which are private to this installation. */
export interface RestateClient {
  /** Hands a promise over; handed over again it is the same invocation, whose id comes back. */
  send(entry: OutboxEntry): Promise<string>
  /** Hands several over with one request, in their order; once this is through, the engine has them all. */
  sendAll(entries: readonly OutboxEntry[]): Promise<void>
  call(entry: OutboxEntry, signal: AbortSignal): Promise<void>
  register(workerUrl: string): Promise<void>
  /** Tells the engine that the one worker it knew has another address now, runs in flight included. */
  moveTo(workerUrl: string): Promise<void>
  knowsTasks(): Promise<boolean>
  cancel(invocationId: string): Promise<void>
  /** The ids of all runs that the engine has not ended. */
  runsUnderWay(): Promise<Set<string>>
  /** The promises of all tasks that the engine has not ended. */
  tasksUnderWay(): Promise<Set<string>>
  /** The keys of all schedules that have a timer. */
  schedulesKept(): Promise<Set<string>>
}

function checked({ status, text }: EngineAnswer): string {
  if (status >= 200 && status < 300) return text
  throw new Error(`the durable engine answered ${status}: ${text.slice(0, 300)}`)
}

async function send(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000), ...init })
  return checked({ status: answer.status, text: await answer.text() })
}

const JSON_BODY = { 'content-type': 'application/json' }

function request({ service, key, method, ...given }: EngineTarget): {
  path: string
  init: { headers: Record<string, string>; body?: string }
} {
  const object = key === undefined ? '' : `/${encodeURIComponent(key)}`
  const headers = { 'idempotency-key': given.idempotencyKey }
  const body = given.body === undefined ? undefined : JSON.stringify(given.body)
  const init = body === undefined ? { headers } : { headers: { ...JSON_BODY, ...headers }, body }
  return { path: `${service}${object}/${method}`, init }
}

export function openRestateClient(urls: { ingressUrl: string; adminUrl: string }): RestateClient {
  const ask = async <R>(query: string) => {
    const headers = { ...JSON_BODY, accept: 'application/json' }
    const text = await send(`${urls.adminUrl}/query`, { headers, body: JSON.stringify({ query }) })
    return (JSON.parse(text) as { rows: R[] }).rows
  }
  return {
    async send(entry) {
      const { path, init } = request(targetOf(entry))
      const answer = checked(await postToEngine(`${urls.ingressUrl}/${path}/send`, init))
      return (JSON.parse(answer) as { invocationId: string }).invocationId
    },
    async sendAll(entries) {
      // Sent again it is the same, so that an engine that is slow to answer does not get it twice.
      const ids = entries.map(({ id }) => id).join(' ')
      const idempotencyKey = createHash('sha256').update(ids).digest('base64url')
      const body = entries.map(targetOf)
      const together = { service: HANDOVER, key: 'all', method: 'handOver', body, idempotencyKey }
      const { path, init } = request(together)
      await send(`${urls.ingressUrl}/${path}`, { ...init, signal: AbortSignal.timeout(30_000) })
    },
    async call(entry, signal) {
      const { path, init } = request(targetOf(entry))
      await send(`${urls.ingressUrl}/${path}`, { ...init, signal })
    },
    async register(workerUrl) {
      await send(`${urls.adminUrl}/deployments`, {
        headers: JSON_BODY,
        body: JSON.stringify({ uri: workerUrl, force: true }),
        signal: AbortSignal.timeout(30_000),
      })
    },
    async moveTo(workerUrl) {
      const answer = await fetch(`${urls.adminUrl}/deployments`, {
        signal: AbortSignal.timeout(10_000),
      })
      const { deployments } = (await answer.json()) as {
        deployments: { id: string; uri: string }[]
      }
      for (const { id, uri } of deployments) {
        if (uri.replace(/\/$/, '') === workerUrl) continue
        await send(`${urls.adminUrl}/deployments/${id}`, {
          method: 'PATCH',
          headers: JSON_BODY,
          body: JSON.stringify({ uri: workerUrl, overwrite: true }),
        })
      }
    },
    async knowsTasks() {
      const answer = await fetch(`${urls.adminUrl}/services/${TASKS}`, {
        signal: AbortSignal.timeout(2_000),
      })
      await answer.body?.cancel()
      return answer.ok
    },
    async cancel(invocationId) {
      const address = `${urls.adminUrl}/invocations/${encodeURIComponent(invocationId)}/cancel`
      const answer = await fetch(address, { method: 'PATCH', signal: AbortSignal.timeout(10_000) })
      await answer.body?.cancel()
      // 404 and 409: it is over already.
      if (!answer.ok && answer.status !== 404 && answer.status !== 409) {
        throw new Error(`the durable engine answered ${answer.status} to a cancel`)
      }
    },
    async runsUnderWay() {
      const rows = await ask<{ idempotency_key: string | null }>(`
        select idempotency_key from sys_invocation
        where status <> 'completed' and target_service_name = '${RUNS}'`)
      return new Set(rows.flatMap(({ idempotency_key: key }) => (key === null ? [] : [key])))
    },
    async tasksUnderWay() {
      const rows = await ask<{ idempotency_key: string | null }>(`
        select idempotency_key from sys_invocation where status <> 'completed'
          and target_service_name = '${TASKS}'`)
      return new Set(rows.flatMap(({ idempotency_key: key }) => promiseOf(key ?? '') ?? []))
    },
    async schedulesKept() {
      const rows = await ask<{ service_key: string }>(`select service_key from state
        where service_name = '${SCHEDULES}' and key = 'setting'`)
      return new Set(rows.map(({ service_key: key }) => key))
    },
  }
}
