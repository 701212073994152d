import type { Json } from '@plinth/engine'
import type { LoadedRun, RunEnding } from '../../../foundation/durable/run-host.ts'
import type { WorkflowsContext } from '../../context.ts'
import { listExecutedSteps, type NodeRecord } from '../records/node-store.ts'
import type { OpenContent } from '../records/run-content.ts'
import type { RunEnd } from '../records/run-end-store.ts'
import { RunStart, type StartState } from '../records/run-start.ts'
import type { FoundRun } from '../records/run-store.ts'
import { beginRecord, endRecord } from '../records/step-record.ts'
import { DeferredRecords } from './deferred-records.ts'
import { endFailedRun } from './end-failed-run.ts'
import { executeStep, hasNoEffect, triggerOutcome, withNewInput } from './execute-step.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

const MAX_RESULT = 64 * 1024 * 1024

/** The results of all nodes; above the limit they are stored only with the steps. */
function resultText(result: Json): string {
  const text = JSON.stringify(result)
  return text.length <= MAX_RESULT ? text : '{}'
}

interface RunToOpen extends FoundRun {
  content: OpenContent
  /** Aborted when this attempt at the run is over. */
  signal: AbortSignal
  /** Records that the run started this long ago; returns the state found in the database. */
  begin: (forMs: number) => Promise<StartState>
  record: (record: NodeRecord) => Promise<void>
  end: (end: RunEnd) => Promise<unknown>
}

/** Manual runs are watched live, so their records are written sooner. */
const SHOW_WITHIN_MS = 50
const WRITE_WITHIN_MS = 500

const ENDED = {
  status: 'failed',
  failure: { message: 'The run was ended before it started.', retry: false },
} as const

/** Opens a loaded run for execution. PROTOCOL.md describes the order of its writes. */
export function openRun(context: WorkflowsContext, opened: RunToOpen): LoadedRun {
  const { run, startState: begun, signal } = opened
  const start = new RunStart(begun, opened.begin)
  const record = async (one: NodeRecord) => {
    await start.write()
    await opened.record(one)
  }
  const isFresh = begun === 'new' && run.replayFrom === null
  const deferred = new DeferredRecords({
    write: async (records) => {
      await retryWhileUnavailable(() => Promise.all(records.map(record)), signal)
    },
    withinMs: run.trigger === 'manual' ? SHOW_WITHIN_MS : WRITE_WITHIN_MS,
    known: isFresh
      ? undefined
      : () => retryWhileUnavailable(() => listExecutedSteps(context.db, run.id), signal),
  })
  const started = new Map<string, Date>()
  return {
    ...opened.content,
    hasStarted: begun !== 'new',
    payload: run.payload === null ? undefined : (JSON.parse(run.payload) as Json),
    async executeStep(given) {
      const { step, attempt } = given
      const leave = (at: Date) => started.set(`${step.key} ${attempt}`, at)
      const execution = { ...given, run, record, leave }
      if (hasNoEffect(step.planned.node.kind))
        return executeStep(context, { ...execution, isResumed: begun === 'resumed' })
      await deferred.flush()
      // Before an effect, find out whether an earlier attempt may already have caused it.
      const state = await retryWhileUnavailable(() => start.write(), signal)
      return state === 'ended'
        ? ENDED
        : executeStep(context, { ...execution, isResumed: state === 'resumed' })
    },
    knownOutcome: (step) => (run.replayFrom === null ? triggerOutcome(step, run) : undefined),
    deferRecord({ step, attempt, outcome }) {
      if (!hasNoEffect(step.planned.node.kind)) return
      const name = `${step.key} ${attempt}`
      const endedAt = new Date()
      const startedAt = started.get(name) ?? endedAt
      started.delete(name)
      const place = { step: withNewInput(step, run), attempt, startedAt }
      deferred.add(name, () => endRecord(beginRecord(run.id, place), { outcome, endedAt }))
    },
    async flush() {
      await deferred.flush()
      await retryWhileUnavailable(() => start.write(), signal)
    },
    async end(ending: RunEnding) {
      const { status } = ending
      const result = 'result' in ending ? resultText(ending.result) : null
      const error = 'error' in ending ? ending.error : null
      const records = await deferred.drain()
      const end = { id: run.id, status, result, error, records, startedMsAgo: start.forMs }
      if (status === 'failed') await endFailedRun(context, end)
      else await opened.end(end)
    },
  }
}
