import type { Outcome, Step } from '@plinth/engine'
import type { NodeRecord } from './node-store.ts'
import { toRecord } from './recorded-outcome.ts'

function statusOf({ status }: Outcome): NodeRecord['status'] {
  if (status === 'failed') return 'failed'
  return status === 'wait' || status === 'call' ? 'waiting' : 'succeeded'
}

/** The record of a step while it is executing. */
export function beginRecord(
  runId: string,
  { step, attempt, startedAt }: { step: Step; attempt: number; startedAt: Date },
): NodeRecord {
  const { node } = step.planned
  return {
    runId,
    key: step.key,
    attempt,
    nodeId: node.id,
    label: node.label,
    kind: node.kind,
    status: 'running',
    input: JSON.stringify(step.input),
    output: null,
    error: null,
    outcome: null,
    logs: [],
    startedAt,
    endedAt: null,
    origin: node.pinned === undefined ? 'run' : 'pin',
  }
}

/** The record with its outcome. */
export function endRecord(
  record: NodeRecord,
  { outcome, endedAt }: { outcome: Outcome; endedAt: Date },
): NodeRecord {
  const status = statusOf(outcome)
  return {
    ...record,
    ...toRecord(outcome),
    status,
    error: outcome.status === 'failed' ? outcome.failure.message : null,
    endedAt: status === 'waiting' ? null : endedAt,
  }
}
