import type { OutboxEntry } from '../platform/outbox-store.ts'
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

const PROMISED = 'outbox-'

/** The promise that a key of the engine stands for. */
export function promiseOf(idempotencyKey: string): string | undefined {
  return idempotencyKey.startsWith(PROMISED) ? idempotencyKey.slice(PROMISED.length) : undefined
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
