import type { Json, Outcome } from '@plinth/engine'
import type { Context } from '../context.ts'
import type { RunWorld } from '../durable/run-world.ts'
import { Together } from '../platform/together.ts'
import { answerCall, startCall } from './call-workflow.ts'
import { endFailedRun } from './end-failed-run.ts'
import { loadPlan } from './load-plan.ts'
import { endWait, findTaken, type NodeRecord, recordNodes } from './node-store.ts'
import { fromRecord, toJournal, toRecord } from './recorded-outcome.ts'
import { endRuns, type RunEnd } from './run-end-store.ts'
import { beginRuns, setWaiting } from './run-store.ts'
import { takeTurn } from './take-turn.ts'
import { untilAnswered } from './until-answered.ts'

const MOST_TOGETHER = 100
const MOST_SIZE = 4 * 1024 * 1024
const MOST_RESULT = 64 * 1024 * 1024

/** The results of all nodes together; beyond the limit they are found at the nodes. */
function resultText(result: Json): string {
  const text = JSON.stringify(result)
  return text.length <= MOST_RESULT ? text : '{}'
}

/** What the durable walk of a run needs of the rest of the server. */
export function openRunWorld(context: Context): RunWorld {
  const { db, durable } = context
  // What runs that are under way together write at the same moment is one commit.
  const begin = new Together({
    most: MOST_TOGETHER,
    work: (ids: readonly string[]) => beginRuns(db, ids),
  })
  const records = new Together<NodeRecord, void>({
    most: MOST_TOGETHER,
    mostSize: MOST_SIZE,
    sizeOf: ({ input, output }) => input.length + (output?.length ?? 0),
    work: async (given) => {
      await recordNodes(db, given)
      return []
    },
  })
  const end = new Together({
    most: MOST_TOGETHER,
    mostSize: MOST_SIZE,
    sizeOf: ({ result }) => result?.length ?? 0,
    work: async (ends: readonly RunEnd[]) => {
      const { isEnded, admitted } = await endRuns(db, ends)
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
    async load(runId) {
      const found = await begin.add(runId)
      const loaded = found && (await loadPlan(context, found))
      if (!loaded) return undefined
      const { plan, settings } = loaded
      const { run, begun } = found
      return {
        begun,
        plan,
        settings,
        payload: run.payload === null ? undefined : (JSON.parse(run.payload) as Json),
        slot: run.slot,
        take: (given) => takeTurn(context, { ...given, run, record: (one) => records.add(one) }),
      }
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
    async readOutcome(runId, { key, attempt }) {
      const taken = await findTaken(db, { runId, key, attempt })
      if (!taken) throw new Error('what came of a turn is not on record')
      return fromRecord(taken)
    },
    async stopCalls(runIds, isOlder) {
      const topic = isOlder ? 'runTogether' : 'run'
      for (const key of runIds) await durable.cancel({ id: '', topic, key })
    },
    async end(runId, ending) {
      const { status } = ending
      const result = 'result' in ending ? resultText(ending.result) : null
      if (status === 'failed') {
        await endFailedRun(context, { id: runId, status, result, error: ending.error })
      } else await end.add({ id: runId, status, result, error: null })
    },
  }
}
