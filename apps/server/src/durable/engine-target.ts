import type { OutboxEntry } from '../platform/outbox-store.ts'
import { RUNS, RUNS_TOGETHER, SCHEDULES, SLOTS, TASKS } from './service-names.ts'

/** A handler of ours in the engine, with what it is to be called with. */
export interface EngineTarget {
  service: string
  /** Of an object. */
  key?: string
  method: string
  body?: unknown
  /** What makes a promise that is handed over twice one run; slots know by themselves. */
  idempotencyKey?: string
}

/** Where a promise goes. */
export function targetOf({ id, topic, key }: OutboxEntry): EngineTarget {
  const [workflowId = '', ...rest] = key.split('/')
  if (topic === 'runInOrder') {
    const [runId = ''] = rest
    return { service: RUNS, key: workflowId, method: 'run', body: { runId }, idempotencyKey: runId }
  }
  if (topic === 'runInSlot') {
    const [limit, runId = ''] = rest
    const body = [{ runId, limit: Number(limit) }]
    return { service: SLOTS, key: workflowId, method: 'acquire', body }
  }
  if (topic === 'runTogether') {
    return { service: RUNS_TOGETHER, method: 'run', body: { runId: key }, idempotencyKey: key }
  }
  const idempotencyKey = `outbox-${id}`
  return topic === 'keepSchedule'
    ? { service: SCHEDULES, key, method: 'set', idempotencyKey }
    : { service: TASKS, key, method: topic, idempotencyKey }
}

/** The promises of slots by workflow, as one call for each; and all others. */
export function sortTargets(entries: readonly OutboxEntry[]): {
  slots: EngineTarget[]
  others: EngineTarget[]
} {
  const targets = entries.map(targetOf)
  const [forSlots, others] = [true, false].map((wanted) =>
    targets.filter(({ service }) => (service === SLOTS) === wanted),
  )
  const byWorkflow = Map.groupBy(forSlots ?? [], ({ key }) => key)
  const slots = [...byWorkflow.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ ...first, body: own.flatMap(({ body }) => body) }] : []
  })
  return { slots, others: others ?? [] }
}
