import type { OutboxEntry } from '../platform/outbox-store.ts'

/** How a run is promised: one after another by default, several together where the workflow allows it; 0 is without limit. */
export function runTopic(run: {
  id: string
  workflowId: string
  concurrency: number
}): Omit<OutboxEntry, 'id'> {
  const { id, workflowId, concurrency } = run
  if (concurrency === 0) return { topic: 'runTogether', key: id }
  return concurrency === 1
    ? { topic: 'runInOrder', key: `${workflowId}/${id}` }
    : { topic: 'runInSlot', key: `${workflowId}/${concurrency}/${id}` }
}
