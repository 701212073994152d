import type { Outcome, Step } from '@plinth/engine'
import type { NodeRecord } from './node-store.ts'
import { toRecord } from './recorded-outcome.ts'

function statusOf({ status }: Outcome): NodeRecord['status'] {
  if (status === 'failed') return 'failed'
  return status === 'wait' || status === 'call' ? 'waiting' : 'succeeded'
}

/** What is on record of a turn while it is taken. */
export function beginRecord(
  runId: string,
  { turn, attempt, startedAt }: { turn: Step; attempt: number; startedAt: Date },
): NodeRecord {
  const { node } = turn.planned
  return {
    runId,
    key: turn.key,
    attempt,
    nodeId: node.id,
    label: node.label,
    kind: node.kind,
    status: 'running',
    input: JSON.stringify(turn.input),
    output: null,
    error: null,
    outcome: null,
    logs: [],
    startedAt,
    endedAt: null,
    origin: node.pinned === undefined ? 'run' : 'pin',
  }
}

/** The same once something came of it. */
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
