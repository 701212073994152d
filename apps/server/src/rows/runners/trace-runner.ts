import { SpanKind } from '@opentelemetry/api'
import { currentTraceParent, inChildSpan, isTracing } from '../../foundation/traces/spans.ts'
import type { Writer } from '../statements/write/write-plan.ts'
import { writeEventOrigin } from './event-origin.ts'
import type { RowRunner, RowTarget } from './row-runner.ts'

const SYSTEMS = { postgres: 'postgresql', sqlite3: 'sqlite' } as const

/** The row events of a write carry its trace, so that the runs that they start belong to it. */
function withTrace(writer: Writer): Writer {
  const traceParent = currentTraceParent() ?? null
  return { ...writer, runId: writeEventOrigin({ runId: writer.runId, traceParent }) }
}

const traced = <P extends { writer?: Writer }>(plan: P): P =>
  plan.writer ? { ...plan, writer: withTrace(plan.writer) } : plan

/** Wraps a runner so that each read and write of a request or a step is a span; without statements and values. */
export function traceRunner(runner: RowRunner): RowRunner {
  if (!isTracing()) return runner
  const inSpan = <T>(
    name: 'rows read' | 'rows write' | 'rows import' | 'rows query',
    { placement }: RowTarget,
    work: () => Promise<T>,
  ) => {
    const attributes = { 'db.system.name': SYSTEMS[placement.engine] }
    return inChildSpan({ name, kind: SpanKind.CLIENT, attributes }, work)
  }
  return {
    ...runner,
    read: (target, statement) => inSpan('rows read', target, () => runner.read(target, statement)),
    write: (target, plan) => inSpan('rows write', target, () => runner.write(target, traced(plan))),
    writeSpool: (target, spool) =>
      inSpan('rows import', target, () => runner.writeSpool(target, traced(spool))),
    query: (target, asked) => inSpan('rows query', target, () => runner.query(target, asked)),
  }
}
