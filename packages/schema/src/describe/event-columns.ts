import type { Table } from '@plinth/contract'
import { shapeOfTable } from '../plan/shapes.ts'

/** The names of what an event tells of a row: what the row holds itself, without hidden and hashed fields. */
export function eventColumns(table: Table): Set<string> {
  const own = shapeOfTable(table)
    .columns.filter(({ column: { options } }) => {
      return !(options.isHidden || ('isHashed' in options && options.isHashed))
    })
    .map(({ name }) => name)
  return new Set(['id', ...own, 'createdOn', 'updatedOn'])
}
