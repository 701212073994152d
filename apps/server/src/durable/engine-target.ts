import type { OutboxEntry } from '../platform/outbox-store.ts'
import { OLDER, RUNS, SCHEDULES, TASKS } from './service-names.ts'

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

/** Where a promise goes. */
export function targetOf({ id, topic, key }: OutboxEntry): EngineTarget {
  if (topic === 'run' || topic === 'runTogether') {
    const service = topic === 'run' ? RUNS : OLDER.together
    return { service, method: 'run', body: { runId: key }, idempotencyKey: key }
  }
  if (topic === 'runInOrder') {
    const [workflowId = '', runId = ''] = key.split('/')
    const target = { service: OLDER.inOrder, key: workflowId, method: 'run' }
    return { ...target, body: { runId }, idempotencyKey: runId }
  }
  const idempotencyKey = `outbox-${id}`
  return topic === 'keepSchedule'
    ? { service: SCHEDULES, key, method: 'set', idempotencyKey }
    : { service: TASKS, key, method: topic, idempotencyKey }
}
