import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Batcher } from '../concurrency/batcher.ts'
import { readJson } from '../platform/stored-json.ts'
import { type CallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { type RuntimeAnswer, requestRuntime } from './request-runtime.ts'
import {
  bodyOf,
  DISPATCH,
  RUNS,
  type RuntimeTarget,
  SCHEDULES,
  signTarget,
  TASKS,
  targetOf,
  taskIdOf,
} from './runtime-target.ts'
import type { Submission } from './verify-calls.ts'

/** Client of Restate's ingress and admin APIs, which are private to this installation. */
export interface RestateClient {
  /** Sends an entry and returns its invocation id; idempotent. */
  send(entry: OutboxEntry): Promise<string>
  /** Sends several entries with one request, in order; resolves when the runtime has accepted all of them. */
  sendAll(entries: readonly OutboxEntry[]): Promise<void>
  call(entry: OutboxEntry, signal: AbortSignal): Promise<void>
  register(workerUrl: string): Promise<void>
  /** Changes the address of the registered worker, also for runs in flight. */
  moveTo(workerUrl: string): Promise<void>
  knowsTasks(): Promise<boolean>
  cancel(invocationId: string): Promise<void>
  /** The ids of all runs with an unfinished invocation. */
  runsUnderWay(): Promise<Set<string>>
  /** The outbox ids of all tasks with an unfinished invocation. */
  tasksUnderWay(): Promise<Set<string>>
  /** The schedules that have a timer, as workflow/node. */
  scheduledKeys(): Promise<Set<string>>
  /** Reads the record that the runtime made when it accepted a call. */
  findSubmission(invocationId: string): Promise<Submission>
}

function checked({ status, text }: RuntimeAnswer): string {
  if (status >= 200 && status < 300) return text
  throw new Error(`durable: the runtime answered ${status}: ${text.slice(0, 300)}`)
}

/** Parses an answer by its shape, so that another version of the runtime fails with a name instead of later. */
function parseAnswer<T>(schema: z.ZodType<T>, answer: RuntimeAnswer): T {
  const read = schema.safeParse(readJson(checked(answer)))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = z.core.toDotPath(issue?.path ?? [])
  throw new Error(`durable: the runtime answered an unknown shape at ${path}: ${issue?.message}`)
}

const Sent = z.object({ invocationId: z.string() })
const Deployments = z.object({
  deployments: z.array(z.object({ id: z.string(), uri: z.string() })),
})
const KeyRow = z.object({ idempotency_key: z.string().nullish() })
const ServiceKeyRow = z.object({ service_key: z.string() })
const SubmissionRow = z.object({
  id: z.string(),
  created_at: z.string(),
  invoked_by: z.string(),
  invoked_by_service_name: z.string().nullish(),
  idempotency_key: z.string().nullish(),
})

const JSON_BODY = { 'content-type': 'application/json' }
const MAX_BATCH = 100
const REGISTER_MS = 30_000

/** The signed request that calls a target. */
function requestOf(signer: CallSigner, target: RuntimeTarget) {
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
  const ask = async <R>(row: z.ZodType<R>, query: string): Promise<R[]> => {
    const headers = { ...JSON_BODY, accept: 'application/json' }
    const body = JSON.stringify({ query })
    const answer = await admin('query', { method: 'POST', headers, body })
    return parseAnswer(z.object({ rows: z.array(row) }), answer).rows
  }
  const submissions = new Batcher<string, Submission | undefined>({
    maxItems: MAX_BATCH,
    work: async (ids) => {
      const rows = await ask(SubmissionRow, submissionQuery(ids))
      const byId = new Map(rows.map((row) => [row.id, toSubmission(row)]))
      return ids.map((id) => byId.get(id))
    },
  })
  return {
    async send(entry) {
      const { path, ...request } = requestOf(options.signer, targetOf(entry))
      const answer = await requestRuntime(ingressUrl, { ...request, path: `${path}/send` })
      return parseAnswer(Sent, answer).invocationId
    },
    async sendAll(entries) {
      // The key depends on the entries only, so that a retry after a slow answer is deduplicated.
      const ids = entries.map(({ id }) => id).join(' ')
      const idempotencyKey = createHash('sha256').update(ids).digest('base64url')
      const body = entries.map((entry) => signTarget(options.signer, targetOf(entry)))
      const batch = { service: DISPATCH, key: 'all', method: 'dispatch', body, idempotencyKey }
      const request = requestOf(options.signer, batch)
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
      const { deployments } = parseAnswer(Deployments, await admin('deployments'))
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
      // 404 and 409: the invocation has ended already.
      if (answer.status !== 404 && answer.status !== 409) checked(answer)
    },
    async findSubmission(invocationId) {
      const found = await submissions.add(invocationId)
      if (!found)
        throw new Error('durable: the runtime does not list an invocation that it attempts')
      return found
    },
    async runsUnderWay() {
      const rows = await ask(
        KeyRow,
        `
        select idempotency_key from sys_invocation
        where status <> 'completed' and target_service_name = '${RUNS}'`,
      )
      return new Set(rows.flatMap(({ idempotency_key: key }) => key ?? []))
    },
    async tasksUnderWay() {
      const rows = await ask(
        KeyRow,
        `
        select idempotency_key from sys_invocation where status <> 'completed'
          and target_service_name = '${TASKS}'`,
      )
      return new Set(rows.flatMap(({ idempotency_key: key }) => taskIdOf(key ?? '') ?? []))
    },
    async scheduledKeys() {
      const rows = await ask(
        ServiceKeyRow,
        `select service_key from state
        where service_name = '${SCHEDULES}' and key = 'setting'`,
      )
      return new Set(rows.map(({ service_key: key }) => key))
    },
  }
}

function toSubmission(row: z.infer<typeof SubmissionRow>): Submission {
  return {
    createdAt: Date.parse(row.created_at),
    byService: row.invoked_by === 'service' ? (row.invoked_by_service_name ?? null) : null,
    idempotencyKey: row.idempotency_key ?? null,
  }
}

/** Invocation ids are letters, digits and underscores; nothing else gets into the query. */
function submissionQuery(ids: readonly string[]): string {
  const list = ids.filter((id) => /^\w+$/.test(id)).map((id) => `'${id}'`)
  return `select id, created_at, invoked_by, invoked_by_service_name, idempotency_key
    from sys_invocation where id in (${list.join(', ')})`
}
