import { createHash } from 'node:crypto'
import { Together } from '../concurrency/together.ts'
import { type CallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import type { Submission } from './check-calls.ts'
import { bodyOf, type EngineTarget, promiseOf, signTarget, targetOf } from './engine-target.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { type RuntimeAnswer, requestRuntime } from './request-runtime.ts'
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
  /** What the runtime recorded when it accepted a call. */
  findSubmission(invocationId: string): Promise<Submission>
}

function checked({ status, text }: RuntimeAnswer): string {
  if (status >= 200 && status < 300) return text
  throw new Error(`the durable runtime answered ${status}: ${text.slice(0, 300)}`)
}

const JSON_BODY = { 'content-type': 'application/json' }
const MAX_TOGETHER = 100
const REGISTER_MS = 30_000

/** The signed request that calls a target. */
function requestOf(signer: CallSigner, target: EngineTarget) {
  const { service, key, method, idempotencyKey } = target
  const object = key === undefined ? '' : `/${encodeURIComponent(key)}`
  const body = bodyOf(target)
  const headers = {
    ...(body === '' ? {} : JSON_BODY),
    'idempotency-key': idempotencyKey,
    [SIGNATURE_HEADER]: signTarget(signer, target).signature,
  }
  return { path: `${service}${object}/${method}`, headers, body, isPooled: true }
}

export function openRestateClient(options: {
  urls: { ingressUrl: string; adminUrl: string }
  signer: CallSigner
}): RestateClient {
  const { ingressUrl, adminUrl } = options.urls
  const admin = async (path: string, given: Partial<Parameters<typeof requestRuntime>[1]> = {}) =>
    requestRuntime(adminUrl, { method: 'GET', ...given, path })
  const ask = async <R>(query: string) => {
    const headers = { ...JSON_BODY, accept: 'application/json' }
    const body = JSON.stringify({ query })
    const text = checked(await admin('query', { method: 'POST', headers, body }))
    return (JSON.parse(text) as { rows: R[] }).rows
  }
  const submissions = new Together<string, Submission | undefined>({
    most: MAX_TOGETHER,
    work: async (ids) => {
      const rows = await ask<SubmissionRow>(submissionQuery(ids))
      const byId = new Map(rows.map((row) => [row.id, toSubmission(row)]))
      return ids.map((id) => byId.get(id))
    },
  })
  return {
    async send(entry) {
      const { path, ...request } = requestOf(options.signer, targetOf(entry))
      const answer = await requestRuntime(ingressUrl, { ...request, path: `${path}/send` })
      return (JSON.parse(checked(answer)) as { invocationId: string }).invocationId
    },
    async sendAll(entries) {
      // Sent again it is the same, so that an engine that is slow to answer does not get it twice.
      const ids = entries.map(({ id }) => id).join(' ')
      const idempotencyKey = createHash('sha256').update(ids).digest('base64url')
      const body = entries.map((entry) => signTarget(options.signer, targetOf(entry)))
      const together = { service: HANDOVER, key: 'all', method: 'handOver', body, idempotencyKey }
      const request = requestOf(options.signer, together)
      const signal = AbortSignal.timeout(30_000)
      checked(await requestRuntime(ingressUrl, { ...request, signal }))
    },
    async call(entry, signal) {
      const request = requestOf(options.signer, targetOf(entry))
      checked(await requestRuntime(ingressUrl, { ...request, signal }))
    },
    async register(workerUrl) {
      const body = JSON.stringify({ uri: workerUrl, force: true })
      const signal = AbortSignal.timeout(REGISTER_MS)
      checked(await admin('deployments', { method: 'POST', headers: JSON_BODY, body, signal }))
    },
    async moveTo(workerUrl) {
      const { deployments } = JSON.parse(checked(await admin('deployments'))) as {
        deployments: { id: string; uri: string }[]
      }
      for (const { id, uri } of deployments) {
        if (uri.replace(/\/$/, '') === workerUrl) continue
        const body = JSON.stringify({ uri: workerUrl, overwrite: true })
        const request = { method: 'PATCH', headers: JSON_BODY, body } as const
        checked(await admin(`deployments/${id}`, request))
      }
    },
    async knowsTasks() {
      const { status } = await admin(`services/${TASKS}`, { signal: AbortSignal.timeout(2_000) })
      return status === 200
    },
    async cancel(invocationId) {
      const path = `invocations/${encodeURIComponent(invocationId)}/cancel`
      const answer = await admin(path, { method: 'PATCH' })
      // 404 and 409: it is over already.
      if (answer.status !== 404 && answer.status !== 409) checked(answer)
    },
    async findSubmission(invocationId) {
      const found = await submissions.add(invocationId)
      if (!found)
        throw new Error('the durable runtime does not list an invocation that it attempts')
      return found
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

interface SubmissionRow {
  id: string
  created_at: string
  invoked_by: string
  invoked_by_service_name?: string | null
  idempotency_key?: string | null
}

function toSubmission(row: SubmissionRow): Submission {
  const { created_at: created, idempotency_key: idempotencyKey = null } = row
  const { invoked_by: by, invoked_by_service_name: service = null } = row
  return {
    createdAt: Date.parse(created),
    byService: by === 'service' ? service : null,
    idempotencyKey,
  }
}

/** Invocation ids are letters, digits and underscores; nothing else gets into the query. */
function submissionQuery(ids: readonly string[]): string {
  const list = ids.filter((id) => /^\w+$/.test(id)).map((id) => `'${id}'`)
  return `select id, created_at, invoked_by, invoked_by_service_name, idempotency_key
    from sys_invocation where id in (${list.join(', ')})`
}
