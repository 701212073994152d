import type { CallSigner } from './call-signer.ts'
import type { OutboxEntry } from './outbox-store.ts'
import { RUNS, SCHEDULES, TASKS } from './service-names.ts'

/** A handler of ours in the engine, with what it is to be called with. */
export interface EngineTarget {
  service: string
  /** Of an object. */
  key?: string
  method: string
  body?: unknown
  /** What makes a promise that is handed over twice one run. */
  idempotencyKey: string
}

/** A target that is signed where it was made; one from before calls were signed has no signature. */
export interface SignedTarget extends EngineTarget {
  signature?: string
}

const PROMISED = 'outbox-'

/** The promise that a key of the engine stands for. */
export function promiseOf(idempotencyKey: string): string | undefined {
  return idempotencyKey.startsWith(PROMISED) ? idempotencyKey.slice(PROMISED.length) : undefined
}

export const bodyOf = ({ body }: EngineTarget): string =>
  body === undefined ? '' : JSON.stringify(body)

/** Whether it can be where a promise goes. */
export function isTarget({ service, method }: EngineTarget): boolean {
  if (service === TASKS) return true
  return (service === RUNS && method === 'run') || (service === SCHEDULES && method === 'set')
}

/** Signs a target, to be called within two minutes. */
export function signTarget(
  signer: CallSigner,
  target: EngineTarget,
): EngineTarget & { signature: string } {
  const { service, key, method: handler } = target
  return { ...target, signature: signer.sign({ service, key, handler, body: bodyOf(target) }) }
}

/** Where a promise goes. */
export function targetOf({ id, topic, key }: OutboxEntry): EngineTarget {
  if (topic === 'run') {
    return { service: RUNS, method: 'run', body: { runId: key }, idempotencyKey: key }
  }
  const idempotencyKey = `${PROMISED}${id}`
  return topic === 'keepSchedule'
    ? { service: SCHEDULES, key, method: 'set', idempotencyKey }
    : { service: TASKS, key, method: topic, body: { promiseId: id }, idempotencyKey }
}
