import type { Run } from '@plinth/contract'
import type { OutboxEntry } from '../../../foundation/durable/outbox-store.ts'
import { notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readRun } from '../records/run-list-store.ts'

/** Dispatches a new run and returns it. A repeated request has nothing to dispatch. */
export async function answerStarted(
  { db, durable }: Pick<WorkflowsContext, 'db' | 'durable'>,
  started: { projectId: string; runId: string; promised: OutboxEntry | undefined },
): Promise<{ run: Run }> {
  if (started.promised) await durable.start(started.promised)
  const seen = await readRun(db, started)
  if (!seen) throw notFound()
  return { run: seen.run }
}
