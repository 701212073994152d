import type { Transaction } from '../../../foundation/platform/database.ts'
import type { WorkflowsContext } from '../../context.ts'
import { listErrorTriggers } from '../records/error-trigger-store.ts'
import { lockQueues } from '../records/queue-store.ts'
import { endRuns, type RunEnd } from '../records/run-end-store.ts'
import { findRun, type StoredRun } from '../records/run-store.ts'
import { startTriggeredRun } from '../start/start-triggered-run.ts'

function describe(run: StoredRun, { startedMsAgo: begunMs }: RunEnd) {
  const begun = begunMs === undefined ? null : new Date(Date.now() - begunMs)
  return {
    id: run.id,
    workflowId: run.workflowId,
    workflowName: run.workflowName,
    version: run.version,
    trigger: run.trigger,
    startedOn: (run.startedAt ?? begun)?.toISOString() ?? null,
  }
}

/**
 * Ends a failed run and starts the matching error workflows, in one transaction. The failure of an error
 * workflow starts nothing.
 */
export async function endFailedRun(
  { db, durable }: Pick<WorkflowsContext, 'db' | 'durable'>,
  end: RunEnd,
  /** Writes the run's last step records; an ended run accepts none. */
  writeRecords: (transaction: Transaction) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { isEnded, isPromised } = await db.transaction(async (transaction) => {
    const run = await findRun(transaction, end.id)
    if (!run) return { isEnded: false, isPromised: false }
    const waiting = run.trigger === 'error' ? [] : await listErrorTriggers(transaction, run)
    const workflowIds = waiting.map(({ workflowId }) => workflowId)
    await lockQueues(transaction, [run.workflowId, ...workflowIds])
    await writeRecords(transaction)
    const ended = await endRuns(transaction, [end])
    if (!ended.isEnded[0]) return { isEnded: false, isPromised: false }
    const payload = { run: describe(run, end), error: end.error }
    for (const { workflowId, nodeId } of waiting) {
      await startTriggeredRun(transaction, {
        environmentId: run.environmentId,
        workflowId,
        nodeId,
        key: run.id,
        depth: run.depth + 1,
        parentId: run.id,
        payload,
      })
    }
    return { isEnded: true, isPromised: ended.admitted + waiting.length > 0 }
  })
  if (isPromised) durable.wake()
  return isEnded
}
