import type { OperationKind, OperationOf, Plan } from '@plinth/schema'

/** An operation of one kind with the id of its step. */
export type PlannedOperation<K extends OperationKind> = OperationOf<K> & { stepId: string }

export function findOperations<K extends OperationKind>(
  plan: Plan,
  kind: K,
): PlannedOperation<K>[] {
  return plan.steps.flatMap(({ id, operation }) =>
    operation.kind === kind ? [{ ...(operation as OperationOf<K>), stepId: id }] : [],
  )
}
