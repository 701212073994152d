import type { OutboxEntry } from '../platform/outbox-store.ts'

/** Carries the version of the handlers: a run in flight goes on with the code it began with. */
export const TASKS = 'plinthTasks1'
export const RUNS = 'plinthRuns1'
export const RUNS_TOGETHER = 'plinthRunsTogether1'
export const SLOTS = 'plinthSlots1'
export const SCHEDULES = 'plinthSchedules1'

/** Speaks to the engine's ingress and admin addresses, which are private to this installation. */
export interface RestateClient {
  /** Hands a promise over; handed over again it is the same invocation, whose id comes back. */
  send(entry: OutboxEntry): Promise<string>
  call(entry: OutboxEntry, signal: AbortSignal): Promise<void>
  register(workerUrl: string): Promise<void>
  /** Tells the engine that the one worker it knew has another address now, runs in flight included. */
  moveTo(workerUrl: string): Promise<void>
  knowsTasks(): Promise<boolean>
  cancel(invocationId: string): Promise<void>
  /** The ids of all runs that the engine has not ended. */
  runsUnderWay(): Promise<Set<string>>
  /** Gives back the slot of a run that can no longer do so itself. */
  releaseSlot(workflowId: string, runId: string): Promise<void>
}

async function send(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000), ...init })
  const text = await answer.text()
  if (!answer.ok)
    throw new Error(`the durable engine answered ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

const JSON_BODY = { 'content-type': 'application/json' }

/** Where an entry goes, and what makes a promise that is handed over twice one run. */
function request(entry: OutboxEntry): { path: string; init: RequestInit } {
  const [workflowId = '', runId = ''] = entry.key.split('/')
  if (entry.topic === 'runInOrder') {
    const init = { headers: { ...JSON_BODY, 'idempotency-key': runId } }
    return {
      path: `${RUNS}/${encodeURIComponent(workflowId)}/run`,
      init: { ...init, body: JSON.stringify({ runId }) },
    }
  }
  if (entry.topic === 'runTogether') {
    const init = { headers: { ...JSON_BODY, 'idempotency-key': entry.key } }
    return {
      path: `${RUNS_TOGETHER}/run`,
      init: { ...init, body: JSON.stringify({ runId: entry.key }) },
    }
  }
  if (entry.topic === 'keepSchedule') {
    return {
      path: `${SCHEDULES}/${encodeURIComponent(entry.key)}/set`,
      init: { headers: { 'idempotency-key': `outbox-${entry.id}` } },
    }
  }
  return {
    path: `${TASKS}/${encodeURIComponent(entry.key)}/${entry.topic}`,
    init: { headers: { 'idempotency-key': `outbox-${entry.id}` } },
  }
}

export function openRestateClient(urls: { ingressUrl: string; adminUrl: string }): RestateClient {
  return {
    async send(entry) {
      const { path, init } = request(entry)
      const answer = await send(`${urls.ingressUrl}/${path}/send`, init)
      return (JSON.parse(answer) as { invocationId: string }).invocationId
    },
    async call(entry, signal) {
      const { path, init } = request(entry)
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
      const text = await send(`${urls.adminUrl}/query`, {
        headers: { ...JSON_BODY, accept: 'application/json' },
        body: JSON.stringify({
          query: `select idempotency_key from sys_invocation where status <> 'completed'
            and target_service_name in ('${RUNS}', '${RUNS_TOGETHER}')`,
        }),
      })
      const { rows } = JSON.parse(text) as { rows: { idempotency_key: string | null }[] }
      return new Set(rows.flatMap(({ idempotency_key: key }) => (key === null ? [] : [key])))
    },
    async releaseSlot(workflowId, runId) {
      const path = `${SLOTS}/${encodeURIComponent(workflowId)}/release/send`
      await send(`${urls.ingressUrl}/${path}`, {
        headers: JSON_BODY,
        body: JSON.stringify({ runId }),
      })
    },
  }
}
