import type { EnvironmentName } from '@plinth/contract'
import type { Caller } from '../../foundation/http/calls/call.ts'
import type { Answered, RequestRecorder } from '../../foundation/http/calls/request-recorder.ts'
import {
  type Asked,
  newTrace,
  type RequestTrace,
} from '../../foundation/http/calls/request-trace.ts'
import type { RowsContext } from '../context.ts'
import { chooseEnvironment } from '../request/choose-environment.ts'
import { RequestBatch } from './request-batch.ts'
import { writeBatch } from './request-write-store.ts'

type Parts = Pick<RowsContext, 'db' | 'env' | 'environments' | 'log'>

const EVERY_MS = 1_000
/** With so many environments in use their counts are added up for longer: a row for each request costs as much as one for many. */
const MANY_ENVIRONMENTS = 100
const MANY_EVERY_MS = 5_000
/** As long as this the platform's database may be away before requests are lost to the counts. */
const MOST_BATCHES = 60
/** Refused requests whose environment is looked up in a second; a flood of nonsense costs no more. */
const MOST_LOOKED_UP = 20

const NOTHING: Asked = { equal: '', ranged: '', sorted: '', toEnd: false }

/** Calls that are about one row when they succeed. */
const OF_ONE_ROW = new Set(['getRow', 'createRow', 'updateRow', 'deleteRow', 'signUpUser'])

/** A token is good in its own environment; anywhere else its bearer is a guest. */
function whoIs(caller: Caller, environmentId: string): [kind: Caller['kind'], id: string | null] {
  if (caller.kind === 'staff') return ['staff', caller.staff.id]
  if (caller.kind === 'key') return ['key', caller.key.id]
  const isOwn = caller.kind === 'user' && caller.user.environmentId === environmentId
  return isOwn ? ['user', caller.user.userId] : ['guest', null]
}

/** Opens the request log of this process. */
export function openRequestRecorder({ db, env, environments, log }: Parts): RequestRecorder {
  const isOn = env.requests.days > 0
  let batch = new RequestBatch()
  let lookedUp = 0
  const waiting: RequestBatch[] = []
  let writing: Promise<void> | undefined

  function note(answered: Answered, trace: RequestTrace, environmentId: string): void {
    const { status, ms, method, call } = answered
    const [kind, who] = whoIs(answered.caller, environmentId)
    const table = trace.table?.name ?? ''
    const isListed = batch.tally(environmentId).add({ table, method, kind, status, ms })
    if (!isListed || batch.isFull) return
    const rows = status < 400 ? (trace.rows ?? (OF_ONE_ROW.has(call) ? 1 : 0)) : 0
    const asked = (status < 400 && trace.asked?.()) || NOTHING
    const entry = { environmentId, at: Date.now(), requestId: answered.id, call, method, table }
    batch.entries.push({ ...entry, status, ms, rows, kind, who, ...asked })
  }

  /** Finds out where a request belongs that was refused early; who may not go there leaves no trace. */
  async function lookUp(answered: Answered): Promise<void> {
    const trace = answered.trace ?? newTrace()
    if (!trace.key) {
      const { $projectId, $environment } = (answered.sent.query ?? {}) as Record<string, string>
      const { caller, sent } = answered
      await chooseEnvironment(
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
    if (found instanceof Object) note(answered, trace, found.id)
  }

  async function write(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      await writeBatch(db, next)
      if (waiting[0] === next) waiting.shift()
    }
  }

  /** Puts the second aside and writes what waits; what fails waits for the next second. */
  function turn(): Promise<void> {
    const done = batch
    batch = new RequestBatch(done)
    if (!done.isEmpty) waiting.push(done)
    while (waiting.length > MOST_BATCHES) {
      const [given, next] = [waiting.shift(), waiting[0]]
      if (given) next?.lose(given)
    }
    writing ??= write()
      .catch((error) => log.warn({ err: error }, 'requests were not written down; trying again'))
      .finally(() => {
        writing = undefined
      })
    return writing
  }

  const tick = () => {
    lookedUp = 0
    const isDue = batch.environments < MANY_ENVIRONMENTS || Date.now() - batch.at >= MANY_EVERY_MS
    // What a database that was away has missed does not wait.
    if (isDue || waiting.length > 0) void turn()
  }
  const timer = isOn ? setInterval(tick, EVERY_MS) : undefined
  timer?.unref()
  return {
    isOn,
    add(answered) {
      const { trace } = answered
      if (trace?.environment) return note(answered, trace, trace.environment.id)
      // Only what went wrong has no environment.
      if (answered.status < 400 || lookedUp >= MOST_LOOKED_UP) return
      lookedUp += 1
      lookUp(answered).catch(() => undefined)
    },
    async stop() {
      clearInterval(timer)
      await writing
      await turn()
    },
  }
}
