import type { Json } from '@plinth/engine'
import { Batcher } from '../../../foundation/concurrency/batcher.ts'
import { FairQueue } from '../../../foundation/concurrency/fair-queue.ts'
import {
  type LoadedRun,
  type RunHost,
  UnreadableRun,
} from '../../../foundation/durable/run-host.ts'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { cancelApprovals } from '../../approvals/approval-store.ts'
import { hasApprovals, startApproval } from '../../approvals/start-approval.ts'
import type { WorkflowsContext } from '../../context.ts'
import { takeFreshRun } from '../records/fresh-runs.ts'
import { loadContent, type OpenContent, readRunData } from '../records/run-content.ts'
import { type FoundRun, findRunsToExecute } from '../records/run-store.ts'
import { findStepOutcome } from '../records/step-read-store.ts'
import { fromBoth, fromRecord, toJournal } from '../records/step-record.ts'
import { answerCall, startCall } from './call-workflow.ts'
import { endFailedRun } from './end-failed-run.ts'
import { executeStep, triggerOutcome, withNewInput } from './execute-step.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'
import { openRunMetrics, type RunMetrics } from './run-metrics.ts'
import { openRunRecords, type RunRecords } from './run-records.ts'
import { traceRun } from './trace-run.ts'

const MAX_BATCH = 100
const MAX_RESULT = 64 * 1024 * 1024

/** The results of all nodes; above the limit they are stored only with the steps. */
function resultText(result: Json): string {
  const text = JSON.stringify(result)
  return text.length <= MAX_RESULT ? text : '{}'
}

const readValue = (what: string, text: string | null): Json | undefined =>
  text === null ? undefined : readRunData(what, () => readJson(text))

interface RunToOpen extends FoundRun {
  content: OpenContent
  records: RunRecords
  /** The steps of all runs in this worker. */
  steps: FairQueue
  metrics: RunMetrics
}

/** One project never has all steps of a worker, so that its slow calls do not delay the steps of others. */
function openSteps({ env }: WorkflowsContext): FairQueue {
  return new FairQueue({
    slots: env.runSteps,
    maxPerKey: Math.floor(env.runSteps * 0.75),
    maxWaiting: Number.POSITIVE_INFINITY,
    refuse: () => new Error('run: too many steps wait'),
  })
}

/** Opens a loaded run for execution; `records` writes everything that it leaves in the database. */
function openRun(
  context: WorkflowsContext,
  { run, startState, startedAt, content, records, steps, metrics }: RunToOpen,
): LoadedRun {
  const since = startedAt?.getTime() ?? Date.now()
  const payload = readValue('payload', run.payload)
  const traced = traceRun(run)
  const replayed = { run, replayInput: readValue('input of a replay', run.replayInput) }
  return {
    ...content,
    payload,
    hasStarted: startState !== 'new',
    knownOutcome: (step) => (run.replayFrom === null ? triggerOutcome(step, run) : undefined),
    executeStep: (given) => {
      const execute = () => executeStep(context, { ...given, ...replayed, records })
      const { step, attempt, signal } = given
      const { kind } = step.planned.node
      const measured = () => metrics.timeStep(kind, execute)
      const of = { kind, key: step.key, attempt }
      return steps.run(run.projectId, () => traced.step(of, measured), { signal })
    },
    deferRecord: (executed) =>
      records.defer({ ...executed, step: withNewInput(executed.step, replayed) }),
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
      return traced.within(() => retryWhileUnavailable(() => startCall(context, started), signal))
    },
    endCall: ({ step, signal, called, workflow }) =>
      retryWhileUnavailable(async () => {
        const outcome = await answerCall(context, { runId: called, workflow })
        await records.endWait(step, outcome)
        return toJournal(outcome)
      }, signal),
    askApproval: ({ step, request, awakeable, signal }) =>
      retryWhileUnavailable(
        () => startApproval(context, { run, step, request, awakeable }),
        signal,
      ),
    async end(ending) {
      const { status } = ending
      const isEnded = await traced.within(() =>
        records.end({
          status,
          result: 'result' in ending ? resultText(ending.result) : null,
          error: 'error' in ending ? ending.error : null,
        }),
      )
      if (hasApprovals(content.plan)) await cancelApprovals(context.db, run.id)
      // A repeat of the end is not counted again.
      if (!isEnded) return
      metrics.endRun(status, since)
      traced.end(status, since)
    },
  }
}

/** Implements `RunHost` with the platform database. */
export function openRunHost(context: WorkflowsContext): RunHost {
  const { db, durable, log } = context
  const recordsOf = openRunRecords(context)
  const steps = openSteps(context)
  const metrics = openRunMetrics(context.metrics, { steps })
  // Batched, so that concurrent runs share a statement.
  const find = new Batcher({
    maxItems: MAX_BATCH,
    work: (ids: readonly string[]) => findRunsToExecute(db, ids),
  })
  return {
    async load(runId, signal) {
      const fresh = takeFreshRun(runId)
      const found = fresh ? { run: fresh, startState: 'new' as const } : await find.add(runId)
      if (!found) return undefined
      try {
        const content = await loadContent(db, found.run)
        if (!content) return undefined
        return openRun(context, {
          ...found,
          content,
          records: recordsOf({ ...found, signal }),
          steps,
          metrics,
        })
      } catch (error) {
        if (!(error instanceof UnreadableRun)) throw error
        log.error({ err: error, run: runId }, 'run: stored data is damaged, run ended as failed')
        const failure = { node: '', message: error.message }
        await endFailedRun(context, { id: runId, status: 'failed', result: null, error: failure })
        return undefined
      }
    },
    async cancelCalls(runIds) {
      for (const key of runIds) await durable.cancel({ id: '', topic: 'run', key })
    },
  }
}
