import { cancelRun, deleteRun, type Run, replayRun, retryRun } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { runStrings } from './strings.ts'

const words = runStrings.chosen

export type RunAct = 'retry' | 'current' | 'replay' | 'cancel' | 'delete'

const isOpen = ({ endedOn }: Run) => endedOn === null

/** The runs among these that the act applies to. */
export function runsFor(act: RunAct, runs: readonly Run[]): Run[] {
  if (act === 'replay') return runs.filter(({ status }) => status === 'failed')
  return runs.filter((run) => isOpen(run) === (act === 'cancel'))
}

/** Sends one act for one run. */
export function sendAct(act: RunAct, params: { projectId: string; runId: string }) {
  if (act === 'cancel') return client.call(cancelRun, { params })
  if (act === 'delete') return client.call(deleteRun, { params })
  if (act === 'replay') return client.call(replayRun, { params, body: {} })
  return client.call(retryRun, { params, body: { version: act === 'retry' ? 'same' : 'today' } })
}

export interface ActOutcome {
  done: number
  /** The messages of the refused ones. */
  refused: string[]
  /** Left out because the user stopped. */
  left: number
}

/** Acts on one run after the other, so that one user does not fill the queues of a project. */
export async function actOnEach(
  runs: readonly Run[],
  work: (run: Run) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<ActOutcome> {
  const outcome: ActOutcome = { done: 0, refused: [], left: 0 }
  for (const [index, run] of runs.entries()) {
    if (signal.aborted) return { ...outcome, left: runs.length - index }
    try {
      await work(run)
      outcome.done += 1
    } catch (error) {
      outcome.refused.push(error instanceof Error ? error.message : String(error))
    }
    onProgress(index + 1)
  }
  return outcome
}

/** What happened, in words, with the first reason of a refusal. */
export function printOutcome(act: RunAct, { done, refused, left }: ActOutcome) {
  const title = [
    ...(done > 0 || refused.length + left === 0 ? [words.done[act](done)] : []),
    ...(refused.length > 0 ? [words.refused(refused.length)] : []),
    ...(left > 0 ? [words.notTried(left)] : []),
  ].join(', ')
  const [description] = refused
  return {
    title,
    ...(description === undefined ? {} : { description, variant: 'destructive' as const }),
  }
}
