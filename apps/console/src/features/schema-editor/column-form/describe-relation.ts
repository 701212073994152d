import type { ColumnOf, Configuration, Table } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'

interface Place {
  configuration: Configuration
  table: Table
  column: ColumnOf<'relation'>
}

/** The cardinality of a relation from both sides, with the names of the tables; undefined without a target. */
export function describeRelation({ configuration, table, column }: Place): string | undefined {
  const { tableId, hasMultiple, hasMultipleBack } = column.options
  const target = tableId === table.id ? table : findTable(configuration, tableId)
  if (!target) return undefined
  const from = table.name || schemaStrings.untitledTable
  if (target.id === table.id) {
    const forth = hasMultiple ? 'several other rows' : 'one other row'
    const back = hasMultipleBack ? 'several rows' : 'one row'
    return `Each row of ${from} points to ${forth} of ${from}, and ${back} can point to it.`
  }
  const to = target.name || schemaStrings.untitledTable
  const forth = `Each row of ${from} points to ${hasMultiple ? 'several rows' : 'one row'} of ${to}`
  const back = `each row of ${to} points back to ${hasMultipleBack ? 'several rows' : 'one row'} of ${from}`
  return `${forth}, and ${back}.`
}
