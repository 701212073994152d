import type { Outcome } from '@plinth/engine'
import { Together } from '../../../foundation/concurrency/together.ts'
import type { RunWorld } from '../../../foundation/durable/run-world.ts'
import type { WorkflowsContext } from '../../context.ts'
import { takeFreshRun } from '../records/fresh-runs.ts'
import { endWait, findTaken, type NodeRecord, recordNodes } from '../records/node-store.ts'
import { fromBoth, fromRecord, toJournal, toRecord } from '../records/recorded-outcome.ts'
import { endWithRecords, type RunEnd } from '../records/run-end-store.ts'
import { beginRuns, findWalked, setWaiting } from '../records/run-store.ts'
import { answerCall, startCall } from './call-workflow.ts'
import { loadPlan } from './load-plan.ts'
import { openRun } from './open-run.ts'
import { untilAnswered } from './until-answered.ts'

const MOST_TOGETHER = 100
const MOST_SIZE = 4 * 1024 * 1024

const recordSize = ({ input, output }: NodeRecord) => input.length + (output?.length ?? 0)

/** What the durable walk of a run needs of the rest of the server. */
export function openRunWorld(context: WorkflowsContext): RunWorld {
  const { db, durable } = context
  // What runs that are under way together write at the same moment is one commit.
  const find = new Together({
    most: MOST_TOGETHER,
    work: (ids: readonly string[]) => findWalked(db, ids),
  })
  const begin = new Together({
    most: MOST_TOGETHER,
    work: (runs: readonly { id: string; forMs: number }[]) => beginRuns(db, runs),
  })
  const records = new Together<NodeRecord, void>({
    most: MOST_TOGETHER,
    mostSize: MOST_SIZE,
    sizeOf: recordSize,
    work: async (given) => {
      await recordNodes(db, given)
      return []
    },
  })
  const end = new Together({
    most: MOST_TOGETHER,
    mostSize: MOST_SIZE,
    sizeOf: ({ result, records = [] }) =>
      records.reduce((sum, one) => sum + recordSize(one), result?.length ?? 0),
    work: async (ends: readonly RunEnd[]) => {
      const { isEnded, admitted } = await endWithRecords(db, ends)
      if (admitted > 0) durable.wake()
      return isEnded
    },
  })
  /** A turn that waited has come to something; what it waited for is no longer what is on record. */
  const endTurn = (runId: string, { key, outcome }: { key: string; outcome: Outcome }) => {
    const isDone = outcome.status === 'wait'
    const ended = toRecord(isDone ? { status: 'done', value: outcome.value } : outcome)
    const error = outcome.status === 'failed' ? outcome.failure.message : null
    return endWait(db, { runId, key, error, ...ended })
  }
  return {
    async load(runId, signal) {
      const fresh = takeFreshRun(runId)
      const found = fresh ? { run: fresh, begun: 'begun' as const } : await find.add(runId)
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
    async endTurn(runId, turn, outcome) {
      await endTurn(runId, { key: turn.key, outcome })
    },
    startCall(callerId, { turn, attempt, signal, ...call }) {
      const key = `${callerId}:${turn.key}:${attempt}`
      return untilAnswered(() => startCall(context, { ...call, callerId, key }), signal)
    },
    answerCall: (runId, { turn, signal, called, workflow }) =>
      untilAnswered(async () => {
        const outcome = await answerCall(context, { runId: called, workflow })
        await endTurn(runId, { key: turn.key, outcome })
        return toJournal(outcome)
      }, signal),
    async readOutcome(runId, { key, attempt, awaiting }) {
      const taken = await findTaken(db, { runId, key, attempt })
      if (!taken) throw new Error('what came of a turn is not on record')
      const recorded = fromRecord(taken)
      return awaiting ? fromBoth(awaiting, recorded) : recorded
    },
    async stopCalls(runIds) {
      for (const key of runIds) await durable.cancel({ id: '', topic: 'run', key })
    },
  }
}
