import type { Configuration } from '@plinth/contract'
import type { SchemaIssue } from './edit-result.ts'

/** Tables and fields whose id is already used earlier in the list. */
export function findDuplicateIds(configuration: Configuration): SchemaIssue[] {
  const seen = new Set<string>()
  const issues: SchemaIssue[] = []
  const visit = (id: string, at: Omit<SchemaIssue, 'message'>) => {
    if (seen.has(id)) issues.push({ ...at, message: `The id "${id}" is used twice.` })
    seen.add(id)
  }
  configuration.tables.forEach((table, position) => {
    visit(table.id, { tableId: table.id, columnId: null, path: `tables.${position}.id` })
  })
  configuration.tables.forEach((table, position) => {
    table.columns.forEach((column, index) => {
      const path = `tables.${position}.columns.${index}.id`
      visit(column.id, { tableId: table.id, columnId: column.id, path })
    })
  })
  return issues
}
