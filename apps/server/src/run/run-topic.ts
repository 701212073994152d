import type { OutboxEntry } from '../platform/outbox-store.ts'

/** How a run is promised: one after another by default, several together where the workflow allows it. */
export function runTopic(run: {
  id: string
  workflowId: string
  concurrency: number
}): Omit<OutboxEntry, 'id'> {
  return run.concurrency > 1
    ? { topic: 'runTogether', key: run.id }
    : { topic: 'runInOrder', key: `${run.workflowId}/${run.id}` }
}
