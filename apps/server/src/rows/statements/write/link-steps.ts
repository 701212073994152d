import {
  columnNamed,
  type DataColumn,
  type DataTable,
  tableNamed,
} from '../../../databases/sql/data-model.ts'
import type { Scope } from '../expression/scope.ts'
import { joinSteps } from './join-steps.ts'
import { keySteps } from './key-steps.ts'
import type { Linking } from './related-rows.ts'
import type { SentRow, WriteStep } from './write-plan.ts'

/** Sent ids of relations that are not stored in the row itself, by column name. */
export function linksSent(
  table: DataTable,
  { values }: SentRow,
): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, readonly string[]>()
  for (const [name, value] of values) {
    const column = table.columns.get(name)
    if (!column?.relation || column.cell) continue
    links.set(name, Array.isArray(value) ? value : typeof value === 'string' ? [value] : [])
  }
  return links
}

/** The steps that update a row's relations, after the row itself was written. */
export function linkSteps(scope: Scope, linking: Linking): readonly WriteStep[] {
  return [...linksSent(linking.table, linking.row)].flatMap(([name, ids]) => {
    const column = columnNamed(linking.table, name)
    const { relation } = column
    if (!relation || relation.place.kind === 'own-key') return []
    const { place, isMany, isBack } = relation
    const other = tableNamed(scope.model, relation.target)
    const theirRule = isBack ? linking.linkRule?.(other, counterpartOf(column, other)) : undefined
    const theirs = { ...linking, name, ids, other, theirRule: theirRule ?? true }
    if (place.kind === 'join') return joinSteps(scope, { ...theirs, place })
    return keySteps(scope, { ...theirs, place, isMany })
  })
}

/** The name that a relation has on the other table. */
function counterpartOf({ name, definition }: DataColumn, other: DataTable): string {
  const id = definition?.type === 'relation' ? definition.options.columnId : undefined
  const found = [...other.columns.values()].find((column) => column.id === id)
  if (!found) throw new Error(`the relation ${name} has no field in ${other.name}`)
  return found.name
}
