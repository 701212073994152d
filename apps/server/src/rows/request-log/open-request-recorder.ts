import type { EnvironmentName } from '@plinth/contract'
import type { Caller } from '../../foundation/http/calls/call.ts'
import type { Answered, RequestRecorder } from '../../foundation/http/calls/request-recorder.ts'
import {
  newTrace,
  type RequestedFields,
  type RequestTrace,
} from '../../foundation/http/calls/request-trace.ts'
import type { RowsContext } from '../context.ts'
import { resolveEnvironment } from '../request/resolve-environment.ts'
import { RequestBatch } from './request-batch.ts'
import { writeBatch } from './request-write-store.ts'

type RecorderContext = Pick<RowsContext, 'db' | 'env' | 'environments' | 'log'>

const EVERY_MS = 1_000
/** From this many active environments on, counts are aggregated for longer, because a row costs the same for one request as for many. */
const MANY_ENVIRONMENTS = 100
const MANY_EVERY_MS = 5_000
/** Batches buffered while the platform database is unavailable; older ones are counted as lost. */
const MAX_BATCHES = 60
/** Environment lookups for rejected requests per second, which bounds the cost of a flood. */
const MAX_LOOKUPS = 20

const NOTHING: RequestedFields = { equal: '', ranged: '', sorted: '', toEnd: false }

/** Calls that affect one row when they succeed. */
const OF_ONE_ROW = new Set([
  'getRow',
  'createRow',
  'updateRow',
  'patchRow',
  'deleteRow',
  'signUpUser',
])

/** A token is valid in its own environment only; elsewhere its bearer is a guest. */
function whoIs(caller: Caller, environmentId: string): [kind: Caller['kind'], id: string | null] {
  if (caller.kind === 'staff') return ['staff', caller.staff.id]
  if (caller.kind === 'key') return ['key', caller.key.id]
  const isOwn = caller.kind === 'user' && caller.user.environmentId === environmentId
  return isOwn ? ['user', caller.user.userId] : ['guest', null]
}

/** The member of staff who acts as an app user of the environment. */
const actorOf = (caller: Caller, environmentId: string): string | null =>
  caller.kind === 'user' && caller.user.environmentId === environmentId
    ? (caller.user.actor?.staffId ?? null)
    : null

export function openRequestRecorder({
  db,
  env,
  environments,
  log,
}: RecorderContext): RequestRecorder {
  const isOn = env.requests.days > 0
  let batch = new RequestBatch()
  let lookedUp = 0
  const waiting: RequestBatch[] = []
  let writing: Promise<void> | undefined

  function record(answered: Answered, trace: RequestTrace, environmentId: string): void {
    const { status, ms, method, call } = answered
    const [kind, who] = whoIs(answered.caller, environmentId)
    const table = trace.table?.name ?? ''
    const isListed = batch.tally(environmentId).add({ table, method, kind, status, ms })
    if (!isListed || batch.isFull) return
    const rows = status < 400 ? (trace.rows ?? (OF_ONE_ROW.has(call) ? 1 : 0)) : 0
    const shape = (status < 400 && trace.asked?.()) || NOTHING
    const entry = { environmentId, at: Date.now(), requestId: answered.id, call, method, table }
    const actorId = actorOf(answered.caller, environmentId)
    batch.entries.push({ ...entry, status, ms, rows, kind, who, actorId, ...shape })
  }

  /** Resolves the environment of a request that was rejected early. Callers without access to it are not logged. */
  async function lookUp(answered: Answered): Promise<void> {
    const trace = answered.trace ?? newTrace()
    if (!trace.key) {
      const { $projectId, $environment } = (answered.sent.query ?? {}) as Record<string, string>
      const { caller, sent } = answered
      await resolveEnvironment(
        { db, environments },
        {
          caller,
          request: { host: sent.hostname, trace },
          projectId: $projectId,
          environment: $environment as EnvironmentName | undefined,
        },
      )
    }
    const found = trace.key && (await environments.find(trace.key))
    if (found instanceof Object) record(answered, trace, found.id)
  }

  async function write(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      await writeBatch(db, next)
      if (waiting[0] === next) waiting.shift()
    }
  }

  /** Closes the current batch and writes the pending ones; failed ones are retried with the next. */
  function rotate(): Promise<void> {
    const done = batch
    batch = new RequestBatch(done)
    if (!done.isEmpty) waiting.push(done)
    while (waiting.length > MAX_BATCHES) {
      const [dropped, next] = [waiting.shift(), waiting[0]]
      if (dropped) next?.absorb(dropped)
    }
    writing ??= write()
      .catch((error) => log.warn({ err: error }, 'request-log: writing a batch failed, retrying'))
      .finally(() => {
        writing = undefined
      })
    return writing
  }

  const tick = () => {
    lookedUp = 0
    const isDue = batch.environments < MANY_ENVIRONMENTS || Date.now() - batch.at >= MANY_EVERY_MS
    // Retries pending batches without delay.
    if (isDue || waiting.length > 0) void rotate()
  }
  const timer = isOn ? setInterval(tick, EVERY_MS) : undefined
  timer?.unref()
  return {
    isOn,
    add(answered) {
      const { trace } = answered
      if (trace?.environment) return record(answered, trace, trace.environment.id)
      // Only failed requests have no environment yet.
      if (answered.status < 400 || lookedUp >= MAX_LOOKUPS) return
      lookedUp += 1
      lookUp(answered).catch(() => undefined)
    },
    async stop() {
      clearInterval(timer)
      await writing
      await rotate()
    },
  }
}
