import type { OutboxEntry } from '../platform/outbox-store.ts'

/** How a run is promised: one after another by default, several together where the workflow allows it; 0 is without limit. */
export function runTopic(run: {
  id: string
  workflowId: string
  concurrency: number
}): Omit<OutboxEntry, 'id'> {
  return run.concurrency === 1
    ? { topic: 'runInOrder', key: `${run.workflowId}/${run.id}` }
    : { topic: 'runTogether', key: run.id }
}
