import type { OperationKind, OperationOf, Plan } from '@plinth/schema'

/** A step's operation of one kind, with the step's id. */
export type Found<K extends OperationKind> = OperationOf<K> & { stepId: string }

export function findOperations<K extends OperationKind>(plan: Plan, kind: K): Found<K>[] {
  return plan.steps.flatMap(({ id, operation }) =>
    operation.kind === kind ? [{ ...(operation as OperationOf<K>), stepId: id }] : [],
  )
}
