import type { CallSigner } from './call-signer.ts'
import type { OutboxEntry } from './outbox-store.ts'

/**
 * The version of the handlers. Raised when the journals of runs change: workers of both versions then run side by side,
 * each at its own address. Version 2 journals when a wait ends, and approvals.
 */
export const HANDLERS_VERSION = '2'

/** Versions whose journals these handlers continue, so that one worker may replace another at the same address. */
export const CONTINUED_VERSIONS: readonly string[] = ['1']

/** Service names carry a version: a run in flight continues with the code that it started with. */
export const TASKS = 'plinthTasks1'
export const RUNS = 'plinthRuns1'
export const DISPATCH = 'plinthDispatch1'
export const SCHEDULES = 'plinthSchedules1'
export const SERVICES: readonly string[] = [TASKS, RUNS, DISPATCH, SCHEDULES]

/** A handler in the durable runtime, with its input. */
export interface RuntimeTarget {
  service: string
  /** Of an object. */
  key?: string
  method: string
  body?: unknown
  /** Deduplicates an entry that is dispatched twice. */
  idempotencyKey: string
}

/** A target with the signature of the process that made it; targets made before calls were signed have none. */
export interface SignedTarget extends RuntimeTarget {
  signature?: string
}

const OUTBOX_PREFIX = 'outbox-'

/** The outbox id in a task's idempotency key. */
export function taskIdOf(idempotencyKey: string): string | undefined {
  return idempotencyKey.startsWith(OUTBOX_PREFIX)
    ? idempotencyKey.slice(OUTBOX_PREFIX.length)
    : undefined
}

export const bodyOf = ({ body }: RuntimeTarget): string =>
  body === undefined ? '' : JSON.stringify(body)

/** Whether outbox entries may be dispatched to this handler. */
export function isTarget({ service, method }: RuntimeTarget): boolean {
  if (service === TASKS) return true
  return (service === RUNS && method === 'run') || (service === SCHEDULES && method === 'set')
}

/** Signs a target; the signature is valid for two minutes. */
export function signTarget(
  signer: CallSigner,
  target: RuntimeTarget,
): RuntimeTarget & { signature: string } {
  const { service, key, method: handler } = target
  return { ...target, signature: signer.sign({ service, key, handler, body: bodyOf(target) }) }
}

/** The handler call that an outbox entry is dispatched to. */
export function targetOf({ id, topic, key }: OutboxEntry): RuntimeTarget {
  if (topic === 'run') {
    return { service: RUNS, method: 'run', body: { runId: key }, idempotencyKey: key }
  }
  const idempotencyKey = `${OUTBOX_PREFIX}${id}`
  return topic === 'syncSchedule'
    ? { service: SCHEDULES, key, method: 'set', idempotencyKey }
    : { service: TASKS, key, method: topic, body: { taskId: id }, idempotencyKey }
}
