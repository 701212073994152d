import type { Json } from '@plinth/engine'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { findResponse } from '../../run/response-store.ts'
import { readRun } from '../../run/run-list-store.ts'
import type { TriggeredRun } from '../../run/start-triggered-run.ts'

/** A reply that takes longer says that the run goes on. */
const WAIT_MS = 25_000

export interface HookAnswer {
  status: number
  headers?: Record<string, string>
  body: Json
}

/** Waits for a run to end and answers what its Respond node said, or else the results by label. */
export async function answerWithResult(
  { db, durable }: Pick<Context, 'db' | 'durable'>,
  { projectId, run: { runId, promised } }: { projectId: string; run: TriggeredRun },
): Promise<HookAnswer> {
  if (promised) await durable.finish(promised, WAIT_MS)
  const seen = await readRun(db, { projectId, runId })
  if (!seen) throw notFound()
  const { status, endedOn } = seen.run
  const said = await findResponse(db, runId)
  if (said) return { status: said.code, headers: said.headers, body: said.value }
  if (endedOn === null) return { status: 202, body: { runId } }
  if (status === 'succeeded') return { status: 200, body: { runId, result: seen.result } }
  const message = status === 'cancelled' ? 'The run was cancelled.' : 'The run failed.'
  throw new Refusal('internal', message, { details: { runId } })
}
