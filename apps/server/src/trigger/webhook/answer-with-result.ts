import type { Json } from '@plinth/engine'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Database } from '../../platform/database.ts'
import { Together } from '../../platform/together.ts'
import { type RunAnswer, readAnswers } from '../../run/answer-store.ts'
import { awaitRun } from '../../run/await-run.ts'
import type { TriggeredRun } from '../../run/start-triggered-run.ts'

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
  context: Pick<Context, 'changes' | 'durable'>,
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
