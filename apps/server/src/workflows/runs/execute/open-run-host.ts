import type { Json } from '@plinth/engine'
import { Batcher } from '../../../foundation/concurrency/batcher.ts'
import type { LoadedRun, RunHost } from '../../../foundation/durable/run-host.ts'
import type { WorkflowsContext } from '../../context.ts'
import { loadContent, type OpenContent } from '../records/run-content.ts'
import { type FoundRun, findRunsToExecute, takeFreshRun } from '../records/run-store.ts'
import { findStepOutcome } from '../records/step-read-store.ts'
import { fromBoth, fromRecord, toJournal } from '../records/step-record.ts'
import { answerCall, startCall } from './call-workflow.ts'
import { executeStep, triggerOutcome, withNewInput } from './execute-step.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'
import { openRunRecords, type RunRecords } from './run-records.ts'

const MAX_BATCH = 100
const MAX_RESULT = 64 * 1024 * 1024

/** The results of all nodes; above the limit they are stored only with the steps. */
function resultText(result: Json): string {
  const text = JSON.stringify(result)
  return text.length <= MAX_RESULT ? text : '{}'
}

interface RunToOpen extends FoundRun {
  content: OpenContent
  records: RunRecords
}

/** Opens a loaded run for execution; `records` writes everything that it leaves in the database. */
function openRun(
  context: WorkflowsContext,
  { run, startState, content, records }: RunToOpen,
): LoadedRun {
  return {
    ...content,
    hasStarted: startState !== 'new',
    payload: run.payload === null ? undefined : (JSON.parse(run.payload) as Json),
    knownOutcome: (step) => (run.replayFrom === null ? triggerOutcome(step, run) : undefined),
    executeStep: (given) => executeStep(context, { ...given, run, records }),
    deferRecord: (executed) =>
      records.defer({ ...executed, step: withNewInput(executed.step, run) }),
    async readOutcome({ key, attempt, awaiting }) {
      const found = await findStepOutcome(context.db, { runId: run.id, key, attempt })
      if (!found) throw new Error('run: step has no recorded outcome')
      const outcome = fromRecord(found)
      return awaiting ? fromBoth(awaiting, outcome) : outcome
    },
    setWaiting: (waits) => records.setWaiting(waits),
    endStep: (step, outcome) => records.endWait(step, outcome),
    startCall({ step, attempt, signal, ...call }) {
      const key = `${run.id}:${step.key}:${attempt}`
      const started = { ...call, callerId: run.id, key }
      return retryWhileUnavailable(() => startCall(context, started), signal)
    },
    endCall: ({ step, signal, called, workflow }) =>
      retryWhileUnavailable(async () => {
        const outcome = await answerCall(context, { runId: called, workflow })
        await records.endWait(step, outcome)
        return toJournal(outcome)
      }, signal),
    end: (ending) =>
      records.end({
        status: ending.status,
        result: 'result' in ending ? resultText(ending.result) : null,
        error: 'error' in ending ? ending.error : null,
      }),
  }
}

/** Implements `RunHost` with the platform database. */
export function openRunHost(context: WorkflowsContext): RunHost {
  const { db, durable } = context
  const recordsOf = openRunRecords(context)
  // Batched, so that concurrent runs share a statement.
  const find = new Batcher({
    maxItems: MAX_BATCH,
    work: (ids: readonly string[]) => findRunsToExecute(db, ids),
  })
  return {
    async load(runId, signal) {
      const fresh = takeFreshRun(runId)
      const found = fresh ? { run: fresh, startState: 'new' as const } : await find.add(runId)
      const content = found && (await loadContent(db, found.run))
      if (!content) return undefined
      return openRun(context, { ...found, content, records: recordsOf({ ...found, signal }) })
    },
    async cancelCalls(runIds) {
      for (const key of runIds) await durable.cancel({ id: '', topic: 'run', key })
    },
  }
}
