import type { Json } from '@plinth/engine'
import { Together } from '../../../foundation/concurrency/together.ts'
import { notFound, Refusal } from '../../../foundation/http/errors/refusal.ts'
import type { Database } from '../../../foundation/platform/database.ts'
import type { WorkflowsContext } from '../../context.ts'
import { type RunAnswer, readAnswers } from '../../runs/records/answer-store.ts'
import { awaitRun } from '../../runs/start/await-run.ts'
import type { TriggeredRun } from '../../runs/start/start-triggered-run.ts'

/** A reply that takes longer says that the run goes on. */
const WAIT_MS = 25_000
const MOST_TOGETHER = 100

export interface HookAnswer {
  status: number
  headers?: Record<string, string>
  body: Json
}

/** Reads for many who wait at once. */
export type RunAnswers = Together<string, RunAnswer | undefined>

export function openRunAnswers(db: Database): RunAnswers {
  return new Together({ most: MOST_TOGETHER, work: (ids) => readAnswers(db, ids) })
}

function answerEnded(runId: string, { status, result }: NonNullable<RunAnswer['ended']>) {
  if (status === 'succeeded') return { status: 200, body: { runId, result } }
  const message = status === 'cancelled' ? 'The run was cancelled.' : 'The run failed.'
  throw new Refusal('internal', message, { details: { runId } })
}

/** Answers what a run's Respond node says, as soon as it has said it; without one, the results by label at its end. */
export async function answerWithResult(
  context: Pick<WorkflowsContext, 'pubsub' | 'durable'>,
  { answers, run: { runId, promised } }: { answers: RunAnswers; run: TriggeredRun },
): Promise<HookAnswer> {
  const look = async (): Promise<HookAnswer | undefined> => {
    const found = await answers.add(runId)
    if (!found) throw notFound()
    const { said, ended } = found
    if (said) return { status: said.code, headers: said.headers, body: said.value }
    return ended && answerEnded(runId, ended)
  }
  const answer = await awaitRun(context, { runId, promised, withinMs: WAIT_MS, look })
  return answer ?? { status: 202, body: { runId } }
}
