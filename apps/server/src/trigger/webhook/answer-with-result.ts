import type { Json } from '@plinth/engine'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { awaitRun } from '../../run/await-run.ts'
import { findResponse } from '../../run/response-store.ts'
import { readRun, type SeenRun } from '../../run/run-list-store.ts'
import type { TriggeredRun } from '../../run/start-triggered-run.ts'

/** A reply that takes longer says that the run goes on. */
const WAIT_MS = 25_000

export interface HookAnswer {
  status: number
  headers?: Record<string, string>
  body: Json
}

function answerEnded({ run, result }: SeenRun): HookAnswer {
  const { id: runId, status } = run
  if (status === 'succeeded') return { status: 200, body: { runId, result } }
  const message = status === 'cancelled' ? 'The run was cancelled.' : 'The run failed.'
  throw new Refusal('internal', message, { details: { runId } })
}

/** Answers what a run's Respond node says, as soon as it has said it; without one, the results by label at its end. */
export async function answerWithResult(
  context: Pick<Context, 'db' | 'changes' | 'durable'>,
  { projectId, run: { runId, promised } }: { projectId: string; run: TriggeredRun },
): Promise<HookAnswer> {
  const { db } = context
  const look = async () => {
    // The run is read first: whatever it said before it ended is there once it has.
    const seen = await readRun(db, { projectId, runId })
    if (!seen) throw notFound()
    const said = await findResponse(db, runId)
    if (said) return { status: said.code, headers: said.headers, body: said.value }
    return seen.run.endedOn === null ? undefined : answerEnded(seen)
  }
  const answer = await awaitRun(context, { runId, promised, withinMs: WAIT_MS, look })
  return answer ?? { status: 202, body: { runId } }
}
