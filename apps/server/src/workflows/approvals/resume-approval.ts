import type { WorkflowsContext } from '../context.ts'
import { findAwakeable } from './approval-store.ts'

/** Wakes the run of an approval that has ended. Idempotent. */
export async function resumeApproval(
  { db, durable }: Pick<WorkflowsContext, 'db' | 'durable'>,
  approvalId: string,
): Promise<void> {
  const awakeable = await findAwakeable(db, approvalId)
  if (awakeable !== undefined) await durable.resolve(awakeable)
}
