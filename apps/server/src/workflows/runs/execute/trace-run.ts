import { createHash } from 'node:crypto'
import { SpanStatusCode } from '@opentelemetry/api'
import type { RunEnding, StepResult } from '../../../foundation/durable/run-host.ts'
import {
  inSpanUnder,
  isTracing,
  parseTraceParent,
  recordSpan,
  underTraceParent,
} from '../../../foundation/traces/spans.ts'
import type { RunDefinition } from '../records/run-store.ts'

/** The spans of a run, which several processes may execute after each other. */
export interface RunTrace {
  step(
    of: { kind: string; key: string; attempt: number },
    execute: () => Promise<StepResult>,
  ): Promise<StepResult>
  /** Runs work of the run that is no step. */
  within<T>(work: () => T): T
  end(status: RunEnding['status'], startedAt: number): void
}

const UNTRACED: RunTrace = {
  step: (_of, execute) => execute(),
  within: (work) => work(),
  end: () => undefined,
}

/** Every process derives the same id, so that steps have their run as parent before its span is recorded. */
const spanIdOf = (runId: string) => createHash('sha256').update(runId).digest('hex').slice(0, 16)

/** A run that no trace led to has no spans. */
export function traceRun({ id, trigger, workflowId, traceParent }: RunDefinition): RunTrace {
  const cause = isTracing() ? parseTraceParent(traceParent) : undefined
  if (!cause || traceParent === null) return UNTRACED
  const spanId = spanIdOf(id)
  const own = `00-${cause.traceId}-${spanId}-0${cause.traceFlags}`
  return {
    step: ({ kind, key, attempt }, execute) =>
      inSpanUnder(
        own,
        {
          name: `step ${kind}`,
          attributes: { 'plinth.run.id': id, 'plinth.step.key': key, 'plinth.attempt': attempt },
        },
        async (span) => {
          const result = await execute()
          if (result.status === 'failed') span?.setStatus({ code: SpanStatusCode.ERROR })
          return result
        },
      ),
    within: (work) => underTraceParent(own, work),
    end(status, startedAt) {
      const attributes = { 'plinth.run.id': id, 'plinth.workflow.id': workflowId }
      recordSpan(
        { name: `run ${trigger}`, attributes: { ...attributes, 'plinth.run.status': status } },
        { id: spanId, traceParent, startTime: startedAt, isFailed: status === 'failed' },
      )
    },
  }
}
