import type { Json } from '@plinth/engine'
import { Batcher } from '../../../foundation/concurrency/batcher.ts'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import type { Database } from '../../../foundation/platform/database.ts'
import type { WorkflowsContext } from '../../context.ts'
import { type RunAnswer, readAnswers } from '../../runs/records/answer-store.ts'
import { awaitRun } from '../../runs/start/start-run.ts'
import type { TriggeredRun } from '../../runs/start/start-triggered-run.ts'

/** After this the reply says that the run continues. */
const WAIT_MS = 25_000
const MAX_BATCH = 100

export interface HookAnswer {
  status: number
  headers?: Record<string, string>
  body: Json
}

/** Batched reads for concurrent waiting calls. */
export type RunAnswers = Batcher<string, RunAnswer | undefined>

export function openRunAnswers(db: Database): RunAnswers {
  return new Batcher({ maxItems: MAX_BATCH, work: (ids) => readAnswers(db, ids) })
}

function answerEnded(runId: string, { status, output }: NonNullable<RunAnswer['ended']>) {
  if (status === 'succeeded') return { status: 200, body: { runId, result: output } }
  const message = status === 'cancelled' ? 'The run was cancelled.' : 'The run failed.'
  throw new ApiError('internal', message, { details: { runId } })
}

/**
 * Replies with the output of the run's Respond node as soon as it has run; without one, with the output of the node
 * that ended last when the run ends.
 */
export async function answerWithResult(
  context: Pick<WorkflowsContext, 'pubsub' | 'durable'>,
  { answers, run: { runId, enqueued } }: { answers: RunAnswers; run: TriggeredRun },
): Promise<HookAnswer> {
  const look = async (): Promise<HookAnswer | undefined> => {
    const found = await answers.add(runId)
    if (!found) throw notFound()
    const { said, ended } = found
    if (said) return { status: said.code, headers: said.headers, body: said.value }
    return ended && answerEnded(runId, ended)
  }
  const answer = await awaitRun(context, { runId, enqueued, withinMs: WAIT_MS, look })
  return answer ?? { status: 202, body: { runId } }
}
