import type { Context } from '../context.ts'
import { listErrorTriggers } from './error-trigger-store.ts'
import { endRuns, findRun, type RunEnd } from './run-store.ts'
import { startTriggeredRun } from './start-triggered-run.ts'

/**
 * Ends a run that failed, and starts the workflows that wait for such an error, in one transaction.
 * What fails in answer to a failure starts nothing more.
 */
export async function endFailedRun(
  { db, durable }: Pick<Context, 'db' | 'durable'>,
  end: RunEnd,
): Promise<boolean> {
  const { isEnded, isPromised } = await db.transaction(async (transaction) => {
    const [isEnded] = await endRuns(transaction, [end])
    if (!isEnded) return { isEnded: false, isPromised: false }
    const run = await findRun(transaction, end.id)
    if (!run || run.trigger === 'error') return { isEnded: true, isPromised: false }
    const waiting = await listErrorTriggers(transaction, run)
    for (const { workflowId, nodeId } of waiting) {
      await startTriggeredRun(transaction, {
        environmentId: run.environmentId,
        workflowId,
        nodeId,
        key: run.id,
        depth: run.depth + 1,
        parentId: run.id,
        payload: {
          run: {
            id: run.id,
            workflowId: run.workflowId,
            workflowName: run.workflowName,
            version: run.version,
            trigger: run.trigger,
            startedOn: run.startedAt?.toISOString() ?? null,
          },
          error: end.error,
        },
      })
    }
    return { isEnded: true, isPromised: waiting.length > 0 }
  })
  if (isPromised) durable.wake()
  return isEnded
}
