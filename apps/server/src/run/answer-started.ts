import type { Run } from '@plinth/contract'
import type { Context } from '../context.ts'
import { notFound } from '../http/refusal.ts'
import type { OutboxEntry } from '../platform/outbox-store.ts'
import { readRun } from './run-list-store.ts'

/** Hands a run over to be walked, and answers with it. A repeated request has nothing to hand over. */
export async function answerStarted(
  { db, durable }: Pick<Context, 'db' | 'durable'>,
  started: { projectId: string; runId: string; promised: OutboxEntry | undefined },
): Promise<{ run: Run }> {
  if (started.promised) await durable.start(started.promised)
  const seen = await readRun(db, started)
  if (!seen) throw notFound()
  return { run: seen.run }
}
