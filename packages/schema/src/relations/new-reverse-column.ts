import type { Table } from '@plinth/contract'
import { defaultOptions } from '../model/default-options.ts'
import type { RelationColumn } from './find-counterpart.ts'

/** The reverse field of a parent relation, placed last in its target table. */
export function newReverseColumn({
  id,
  table,
  column,
  target,
}: {
  id: string
  table: Table
  column: RelationColumn
  target: Table
}): RelationColumn {
  const { backColumnName, hasMultiple, hasMultipleBack } = column.options
  return {
    id,
    name: backColumnName,
    order: target.columns.reduce((last, other) => Math.max(last, other.order + 1), 0),
    type: 'relation',
    options: {
      ...defaultOptions('relation'),
      tableId: table.id,
      columnId: column.id,
      hasMultiple: hasMultipleBack,
      backColumnName: column.name,
      hasMultipleBack: hasMultiple,
    },
  }
}
