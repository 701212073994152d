import type { OutboxEntry } from '../platform/outbox-store.ts'

/** Carries the version of the handlers: a run in flight goes on with the code it began with. */
export const TASKS = 'plinthTasks1'

/** Speaks to the engine's ingress and admin addresses, which are private to this installation. */
export interface RestateClient {
  send(entry: OutboxEntry): Promise<void>
  call(entry: OutboxEntry, signal: AbortSignal): Promise<void>
  register(workerUrl: string): Promise<void>
  /** Tells the engine that the one worker it knew has another address now, runs in flight included. */
  moveTo(workerUrl: string): Promise<void>
  knowsTasks(): Promise<boolean>
}

async function send(url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(10_000), ...init })
  const text = await answer.text()
  if (!answer.ok)
    throw new Error(`the durable engine answered ${answer.status}: ${text.slice(0, 300)}`)
}

export function openRestateClient(urls: { ingressUrl: string; adminUrl: string }): RestateClient {
  const address = (entry: OutboxEntry) =>
    `${urls.ingressUrl}/${TASKS}/${encodeURIComponent(entry.key)}/${entry.topic}`
  // The outbox id makes a promise that is handed over twice one run.
  const headers = (entry: OutboxEntry) => ({ 'idempotency-key': `outbox-${entry.id}` })
  return {
    send: (entry) => send(`${address(entry)}/send`, { headers: headers(entry) }),
    call: (entry, signal) => send(address(entry), { headers: headers(entry), signal }),
    register: (workerUrl) =>
      send(`${urls.adminUrl}/deployments`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uri: workerUrl, force: true }),
        signal: AbortSignal.timeout(30_000),
      }),
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
          headers: { 'content-type': 'application/json' },
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
  }
}
