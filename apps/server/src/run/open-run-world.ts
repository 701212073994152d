import type { Json } from '@plinth/engine'
import type { Context } from '../context.ts'
import type { RunWorld } from '../durable/run-world.ts'
import { answerCall, startCall } from './call-workflow.ts'
import { endFailedRun } from './end-failed-run.ts'
import { loadRun } from './load-run.ts'
import { beginRun, endRun, endWait, setWaiting } from './run-store.ts'
import { takeTurn } from './take-turn.ts'
import { untilAnswered } from './until-answered.ts'

const MOST_RESULT = 16 * 1024 * 1024

/** The results of all nodes together; beyond the limit they are found at the nodes. */
function resultText(result: Json): string {
  const text = JSON.stringify(result)
  return text.length <= MOST_RESULT ? text : '{}'
}

/** What the durable walk of a run needs of the rest of the server. */
export function openRunWorld(context: Context): RunWorld {
  const { db, durable } = context
  return {
    async load(runId) {
      const loaded = await loadRun(context, runId)
      if (!loaded) return undefined
      const { run, plan, settings } = loaded
      return {
        plan,
        settings,
        payload: run.payload === null ? undefined : (JSON.parse(run.payload) as Json),
        concurrency: run.concurrency,
        workflowId: run.workflowId,
        take: (given) => takeTurn(context, { ...given, run }),
      }
    },
    begin: (runId) => beginRun(db, runId),
    setWaiting: (runId, waits) => setWaiting(db, runId, waits),
    async endTurn(runId, turn, outcome) {
      const output = 'value' in outcome ? JSON.stringify(outcome.value) : null
      const error = outcome.status === 'failed' ? outcome.failure.message : null
      await endWait(db, { runId, key: turn.key, output, error })
    },
    startCall(callerId, { turn, attempt, signal, ...call }) {
      const key = `${callerId}:${turn.key}:${attempt}`
      return untilAnswered(() => startCall(context, { ...call, callerId, key }), signal)
    },
    answerCall: ({ signal, ...called }) => untilAnswered(() => answerCall(context, called), signal),
    async stopCalls(runIds) {
      for (const key of runIds) await durable.cancel({ id: '', topic: 'runTogether', key })
    },
    async end(runId, ending) {
      const { status } = ending
      const result = 'result' in ending ? resultText(ending.result) : null
      if (status === 'failed') {
        await endFailedRun(context, { id: runId, status, result, error: ending.error })
      } else await endRun(db, { id: runId, status, result, error: null })
    },
  }
}
