import type { Plan } from '@plinth/schema'
import { findOperations } from './operations.ts'
import { orderRenames, waitingName } from './rename-sql.ts'

/** Renames of fields, those that waited last. */
export function columnRenames(plan: Plan): { tableId: string; from: string; to: string }[] {
  const byTable = Map.groupBy(findOperations(plan, 'renameColumn'), (each) => each.tableId)
  const arriving = [...findOperations(plan, 'addColumn'), ...findOperations(plan, 'rewriteColumn')]
  return [
    ...[...byTable].flatMap(([tableId, renames]) =>
      orderRenames(renames, waitingName).map((each) => ({ tableId, ...each })),
    ),
    ...arriving.map(({ tableId, newName: from, shape }) => ({ tableId, from, to: shape.name })),
  ]
}
