import type { Outcome } from '@plinth/engine'
import { Batcher } from '../../../foundation/concurrency/batcher.ts'
import type { RunHost } from '../../../foundation/durable/run-host.ts'
import type { WorkflowsContext } from '../../context.ts'
import { takeFreshRun } from '../records/fresh-runs.ts'
import { endWait, findStepOutcome, type NodeRecord, recordNodes } from '../records/node-store.ts'
import { fromBoth, fromRecord, toJournal, toRecord } from '../records/recorded-outcome.ts'
import { endWithRecords, type RunEnd } from '../records/run-end-store.ts'
import { beginRuns, findRunsToExecute, setWaiting } from '../records/run-store.ts'
import { answerCall, startCall } from './call-workflow.ts'
import { loadPlan } from './load-plan.ts'
import { openRun } from './open-run.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

const MAX_BATCH = 100
const MAX_BATCH_SIZE = 4 * 1024 * 1024

const recordSize = ({ input, output }: NodeRecord) => input.length + (output?.length ?? 0)

/** Implements `RunHost` with the platform database. */
export function openRunHost(context: WorkflowsContext): RunHost {
  const { db, durable } = context
  // Batched, so that concurrent runs share a commit.
  const find = new Batcher({
    maxItems: MAX_BATCH,
    work: (ids: readonly string[]) => findRunsToExecute(db, ids),
  })
  const begin = new Batcher({
    maxItems: MAX_BATCH,
    work: (runs: readonly { id: string; forMs: number }[]) => beginRuns(db, runs),
  })
  const records = new Batcher<NodeRecord, void>({
    maxItems: MAX_BATCH,
    maxSize: MAX_BATCH_SIZE,
    sizeOf: recordSize,
    work: async (given) => {
      await recordNodes(db, given)
      return []
    },
  })
  const end = new Batcher({
    maxItems: MAX_BATCH,
    maxSize: MAX_BATCH_SIZE,
    sizeOf: ({ result, records = [] }) =>
      records.reduce((sum, one) => sum + recordSize(one), result?.length ?? 0),
    work: async (ends: readonly RunEnd[]) => {
      const { isEnded, admitted } = await endWithRecords(db, ends)
      if (admitted > 0) durable.wake()
      return isEnded
    },
  })
  /** Replaces the recorded wait of a step by its final outcome. */
  const endTurn = (runId: string, { key, outcome }: { key: string; outcome: Outcome }) => {
    const isDone = outcome.status === 'wait'
    const ended = toRecord(isDone ? { status: 'done', value: outcome.value } : outcome)
    const error = outcome.status === 'failed' ? outcome.failure.message : null
    return endWait(db, { runId, key, error, ...ended })
  }
  return {
    async load(runId, signal) {
      const fresh = takeFreshRun(runId)
      const found = fresh ? { run: fresh, startState: 'new' as const } : await find.add(runId)
      const content = found && (await loadPlan(context, found))
      if (!content) return undefined
      return openRun(context, {
        ...found,
        content,
        signal,
        begin: (forMs) => begin.add({ id: runId, forMs }),
        record: (one) => records.add(one),
        end: (one) => end.add(one),
      })
    },
    setWaiting: (runId, waits) => setWaiting(db, runId, waits),
    async endStep(runId, step, outcome) {
      await endTurn(runId, { key: step.key, outcome })
    },
    startCall(callerId, { step, attempt, signal, ...call }) {
      const key = `${callerId}:${step.key}:${attempt}`
      return retryWhileUnavailable(() => startCall(context, { ...call, callerId, key }), signal)
    },
    endCall: (runId, { step, signal, called, workflow }) =>
      retryWhileUnavailable(async () => {
        const outcome = await answerCall(context, { runId: called, workflow })
        await endTurn(runId, { key: step.key, outcome })
        return toJournal(outcome)
      }, signal),
    async readOutcome(runId, { key, attempt, awaiting }) {
      const taken = await findStepOutcome(db, { runId, key, attempt })
      if (!taken) throw new Error('run: step has no recorded outcome')
      const recorded = fromRecord(taken)
      return awaiting ? fromBoth(awaiting, recorded) : recorded
    },
    async cancelCalls(runIds) {
      for (const key of runIds) await durable.cancel({ id: '', topic: 'run', key })
    },
  }
}
