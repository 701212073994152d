import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Batcher } from '../concurrency/batcher.ts'
import { type CallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { checkAnswer, JSON_BODY, parseAnswer } from './parse-answer.ts'
import { requestRuntime } from './request-runtime.ts'
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
  /** Whether our handlers are registered. */
  knowsTasks(): Promise<boolean>
  cancel(invocationId: string): Promise<void>
  /** Resolves an awakeable, unless it is resolved or its invocation has ended. */
  resolve(awakeable: string): Promise<void>
  /** The ids of all runs with an unfinished invocation. */
  runsUnderWay(): Promise<Set<string>>
  /** The outbox ids of all tasks with an unfinished invocation. */
  tasksUnderWay(): Promise<Set<string>>
  /** The schedules that have a timer, as workflow/node. */
  scheduledKeys(): Promise<Set<string>>
  /** Reads the record that the runtime made when it accepted a call. */
  findSubmission(invocationId: string): Promise<Submission>
}

const Sent = z.object({ invocationId: z.string() })
const KeyRow = z.object({ idempotency_key: z.string().nullish() })
const ServiceKeyRow = z.object({ service_key: z.string() })
const SubmissionRow = z.object({
  id: z.string(),
  created_at: z.string(),
  invoked_by: z.string(),
  invoked_by_service_name: z.string().nullish(),
  idempotency_key: z.string().nullish(),
})

const MAX_BATCH = 100

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
      checkAnswer(await requestRuntime(ingressUrl, { ...request, signal }))
    },
    async call(entry, signal) {
      const request = requestOf(options.signer, targetOf(entry))
      checkAnswer(await requestRuntime(ingressUrl, { ...request, signal }))
    },
    async knowsTasks() {
      const { status } = await admin(`services/${TASKS}`, { signal: AbortSignal.timeout(2_000) })
      return status === 200
    },
    async cancel(invocationId) {
      const path = `invocations/${encodeURIComponent(invocationId)}/cancel`
      const answer = await admin(path, { method: 'PATCH' })
      // 404 and 409: the invocation has ended already.
      if (answer.status !== 404 && answer.status !== 409) checkAnswer(answer)
    },
    async resolve(awakeable) {
      const path = `restate/awakeables/${encodeURIComponent(awakeable)}/resolve`
      const answer = await requestRuntime(ingressUrl, { path, headers: JSON_BODY, body: 'null' })
      if (answer.status !== 404) checkAnswer(answer)
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
