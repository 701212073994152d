import type { Plan } from '@plinth/schema'
import { orderRenames, temporaryName } from './order-renames.ts'
import { findOperations } from './plan-operations.ts'

/** Column renames in a conflict-free order; columns that were built under a temporary name come last. */
export function columnRenames(plan: Plan): { tableId: string; from: string; to: string }[] {
  const byTable = Map.groupBy(findOperations(plan, 'renameColumn'), (each) => each.tableId)
  const arriving = [...findOperations(plan, 'addColumn'), ...findOperations(plan, 'rewriteColumn')]
  return [
    ...[...byTable].flatMap(([tableId, renames]) =>
      orderRenames(renames, temporaryName).map((each) => ({ tableId, ...each })),
    ),
    ...arriving.map(({ tableId, newName: from, shape }) => ({ tableId, from, to: shape.name })),
  ]
}
